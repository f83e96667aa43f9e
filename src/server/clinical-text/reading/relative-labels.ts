/** Relatives and other people beside the client, in several languages, without accents. */
export const relativeWords =
  'mother|father|mom|mommy|mum|mummy|mama|dad|daddy|papa|parents?|(?:step|grand|foster)[ -]?(?:mother|father|mom|mum|dad|parents?|son|daughter|child)|grandma|grandpa|partner|wife|husband|spouse|boyfriend|girlfriend|fiancee?|child|kid|son|daughter|brother|sister|sibling|twin|uncle|aunt|auntie|cousin|nephew|niece|family|friend|guardian|carer|caregiver|teacher|roommate|interpreter|mutter|vater|eltern|partnerin|ehefrau|ehemann|sohn|tochter|bruder|schwester|familie|madre|padre|pareja|esposa|esposo|hij[ao]|familia|mere|pere|conjointe?|mari|femme|fils|fille|frere|soeur|famille'

const relativePattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${relativeWords})(?![\p{L}\p{N}])`, 'iu')
const groupPattern = /^(?:both|all|everyone|everybody|together|couple|group)$/i

const folded = (label: string) => label.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').trim()

/** True for a label such as `Foster mother` or `Mom (Jo)`. */
export const namesRelative = (label: string) => relativePattern.test(folded(label))

/** True for a label of several people who speak together. */
export const namesGroup = (label: string) => groupPattern.test(label)
