export const clientName = (firstName: string) => firstName.trim() || 'Client'

export const clientLine = (firstName: string) => `The client is called ${clientName(firstName)}.`
