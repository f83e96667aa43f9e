/** License types in the order of spec core §3. A separate file, so that sign-up does not load the schemas of the contract. */
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
