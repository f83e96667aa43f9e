/** Conditions of policies, as PostgreSQL prints them, in words. */
const words: readonly (readonly [condition: RegExp, words: string])[] = [
  [/^true$/, 'all rows'],
  [/^\( SELECT app\.may_change\(\) AS may_change\)$/, 'not while viewing*'],
  [/^\( SELECT app\.may_upload\(\) AS may_upload\)$/, 'not for visitors of an open demo practice'],
  [/^\(\( SELECT app\.viewer_id\(\) AS viewer_id\)\) IS NULL$/, 'not while viewing*'],
  [
    /^COALESCE\(organization_id = \(\( SELECT app\.viewed_org\(\) AS viewed_org\)\), .* IS NULL\)$/,
    'viewed organization only*',
  ],
  [/^(therapist_id|user_id|created_by|id) = \(\( SELECT app\.user_id\(\) AS user_id\)\)$/, "the caller's own rows"],
  [/^author_id IS NULL OR author_id = \(\( SELECT app\.user_id\(\)/, "not in another person's name"],
  [
    /^COALESCE\(\(organization_id = ANY .*admin_orgs.* OR \(therapist_id = ANY .*therapists'.* false\)$/,
    'visible rows*',
  ],
  [/^COALESCE\(organization_id IS NULL OR therapist_id = .*supervised\(\).* false\)$/, 'members only*'],
  [
    /^therapist_id = \(\( SELECT app\.user_id\(\).* AND \(organization_id IS NULL OR .*member_orgs/,
    "the caller's own rows, in an organization they belong to or in none",
  ],
  [
    /^user_id = \(\( SELECT app\.user_id\(\).* AND \(organization_id IS NULL OR .*member_orgs/,
    "the caller's own rows, in an organization they belong to or in none",
  ],
  [
    /^COALESCE\(id = \(\( SELECT app\.user_id\(\).*FROM organization_members/,
    'the caller and the members of their organizations',
  ],
  [/^\(id IN \( SELECT former_members\.user_id/, 'former members of organizations that the caller administers'],
  [
    /^COALESCE\(actor_id = \(\( SELECT app\.user_id\(\).* OR .*admin_orgs/,
    "the caller's own events and events of organizations they administer",
  ],
  [
    /^(COALESCE\()?organization_id IS NULL OR \(organization_id = ANY \(\(\( SELECT app\.uuids\('app\.member_orgs'.*$/,
    'only of organizations that the caller belongs to, or of none',
  ],
  [
    /^(COALESCE\()?\(?(organization_id|id) = ANY \(\(\( SELECT app\.uuids\('app\.member_orgs'/,
    'rows of organizations that the caller belongs to',
  ],
  [
    /^organization_id = ANY \(\(\( SELECT app\.uuids\('app\.admin_orgs'/,
    'rows of organizations that the caller administers',
  ],
  [
    /^COALESCE\(\(\( SELECT app\.user_id\(\) AS user_id\)\) IS NULL OR .*member_orgs/,
    'all rows for a job of the system; for a job of a person, rows of their organizations',
  ],
  [/^\(\( SELECT app\.user_id\(\) AS user_id\)\) IS NULL$/, 'only jobs of the system'],
  [/^user_id::text !~~ 'de300000/, 'not for accounts of the demo practice'],
  [/FROM users u WHERE .* u\.email_verified/, 'only for accounts with a verified address'],
  [/^role = 'user'::text AND is_active/, 'only ordinary, active accounts'],
  [/^COALESCE\(deleted_at < \(now\(\) - '30 days'/, 'only 30 days after they were deleted in the product'],
  [/^corrected_by = .*FROM sessions s/, "in the caller's own name, for a session that they held and still have"],
  [/^action = ANY \(ARRAY\['admin\.access_justified'/, 'access reasons, failed sign-ins and refused access'],
  [/^stage = 'failed'::text$/, 'failed ones'],
  [/^starts_with\(action, 'admin\.'/, "only the panel's own events, while a platform admin is signed in"],
  [/^version = 1 OR .*rendered_by/, 'only the first version, unless the caller held the session'],
  [/FROM transcripts t WHERE t\.session_id/, 'those of transcripts that the caller may read'],
  [/FROM (clients|sessions|uploads|live_recordings|session_series) \w WHERE/, 'same owner* ($1)'],
]

/** A condition in words, or as SQL if the list has no words for it. */
export function wordsOf(condition: string): string {
  const line = condition.replaceAll(/\s+/g, ' ').trim()
  for (const [pattern, text] of words) {
    const found = pattern.exec(line)
    if (found) return text.replace('$1', found[1] ?? '')
  }
  return `\`${line.replaceAll('|', '\\|')}\``
}
