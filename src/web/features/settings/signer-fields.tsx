import {
  Checkbox,
  type CheckboxProps,
  Fieldset,
  SimpleGrid,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import classes from './settings.module.css'

type Props = {
  text: (name: 'credentials' | 'licenseNumber' | 'licenseState' | 'npi', maxLength: number) => Partial<TextInputProps>
  prelicensed: Partial<CheckboxProps>
  /** Name of the organization that requires a co-signature; null if the user decides. */
  prelicensedBy: string | null
  isReadOnly: boolean
}

/** The profile fields that are stored and printed with the user's signatures. */
export function SignerFields({ text, prelicensed, prelicensedBy, isReadOnly }: Props) {
  return (
    <Fieldset legend="Signing notes" variant="unstyled" className={classes.signer}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Credentials"
            placeholder="LCSW"
            description="Printed after your name. Needed to sign notes."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...text('credentials', 60)}
          />
          <TextInput label="License number" {...text('licenseNumber', 60)} />
          <TextInput label="License state" {...text('licenseState', 60)} />
          <TextInput
            label="NPI"
            inputMode="numeric"
            description="Ten digits, United States."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...text('npi', 10)}
          />
        </SimpleGrid>
        <Checkbox
          label="I am pre-licensed: a supervisor co-signs my notes."
          disabled={isReadOnly}
          {...prelicensed}
          {...(prelicensedBy !== null && {
            checked: true,
            disabled: true,
            description: `Set by ${prelicensedBy}. Only an owner or admin can change it.`,
          })}
        />
      </Stack>
    </Fieldset>
  )
}
