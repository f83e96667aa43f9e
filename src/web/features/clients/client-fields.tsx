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
          <Anchor href={`tel:${client.phone.replace(/[^+\d]/g, '')}`} className="num">
            {client.phone}
          </Anchor>
        )}
      </Detail>
      <Detail name="Treatment Approach">{client.treatmentApproach}</Detail>
    </>
  )
}
