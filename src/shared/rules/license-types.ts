/** Spec core §3, in its order. A list of its own, so that sign-in offers it without the contract's schemas. */
export const licenseTypes = [
  'Other',
  'Support Staff / Technician',
  'Non-licensed Intern',
  'Masters',
  'Doctoral',
  'Registered Nurse',
  'Nurse Practitioner',
  'Physician',
] as const
