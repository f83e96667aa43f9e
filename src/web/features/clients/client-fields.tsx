import { Anchor, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Client, ClientDetails } from '#shared/contract/clients.ts'
import { Detail } from '#web/ui/layout/details.tsx'

/** The optional text fields of a client. */
type FieldName = Exclude<keyof ClientDetails, 'firstName' | 'lastName' | 'pronouns'>
export type ClientFieldValues = Record<FieldName, string>

/** Form values of a client. Without a client, those of a new one, whose approach is CBT at first (D20). */
export function clientFieldValues(client: Client | undefined): ClientFieldValues {
  return {
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    treatmentApproach: client ? (client.treatmentApproach ?? '') : 'CBT',
  }
}

/** Inputs of the optional fields in the client form. */
export function ClientInputs<Values extends ClientFieldValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" maxLength={40} {...form.getInputProps('phone')} />
      </SimpleGrid>
      <TextInput
        label="Treatment Approach"
        description="Shown on this client's notes. Leave blank to show none."
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('treatmentApproach')}
      />
    </>
  )
}

/** Optional fields as rows of the client's details. */
export function ClientFieldDetails({ client }: { client: Client }) {
  return (
    <>
      <Detail name="Email">{client.email && <Anchor href={`mailto:${client.email}`}>{client.email}</Anchor>}</Detail>
      <Detail name="Phone">
        {client.phone && (
          <Anchor href={telephoneLink(client.phone)} className="num">
            {client.phone}
          </Anchor>
        )}
      </Detail>
      <Detail name="Treatment Approach">{client.treatmentApproach}</Detail>
    </>
  )
}

/** The link to a phone number: the first part with six digits or more, and an extension after it as in `555-0100 x12`. */
function telephoneLink(phone: string): string {
  const number = /\+?(?:[\d(][\s()./-]*){6,}/.exec(phone)
  if (!number) return `tel:${phone.replace(/[^+\d]/g, '')}`
  const rest = phone.slice(number.index + number[0].length)
  const extension = /^[\s,;]*(?:x|ext|extension|#)[.:\s]*(\d+)/i.exec(rest)?.[1]
  return `tel:${number[0].replace(/[^+\d]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
}
