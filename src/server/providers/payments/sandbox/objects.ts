/** Moments are kept as ISO 8601 in UTC, as `Date.toISOString` writes them: so they sort as texts. */
type Moment = string

export interface Customer {
  id: string
  organizationId: string
  email: string
  name: string
  /** Pays for what comes due. */
  defaultCardId: string | null
  /** 0 or more: left from changes to cheaper plans, used up by the next invoices. */
  credit: number
  /** Numbers the next invoice. */
  invoiceCount: number
}

/** A test card: what its number stood for, and never the number. */
export interface Card {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isChargeable: boolean
}

/** A card that is being added. */
export interface Setup {
  id: string
  status: 'empty' | 'needs_step' | 'succeeded' | 'finished'
  card: Card | null
}

export interface StoredSubscription {
  id: string
  priceId: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  /** Paid periods are counted from here. */
  anchor: Moment
  /** How many paid periods have begun. */
  periods: number
  currentPeriodStart: Moment
  currentPeriodEnd: Moment
  trialEnd: Moment | null
  cancelAtPeriodEnd: boolean
  /** What could not be paid, and when it is tried again. */
  unpaid: { invoiceId: string; tries: number; nextTry: Moment } | null
  /** When something happens by itself next; null when it has ended. */
  dueAt: Moment | null
}

export interface InvoiceLine {
  description: string
  amount: number
}

export interface StoredInvoice {
  id: string
  number: string
  date: Moment
  description: string
  /** Their sum is the amount, which is 0 or more. */
  lines: InvoiceLine[]
  amount: number
  currency: string
  status: 'paid' | 'failed'
  /** Whose it is, as it was then. */
  customer: { name: string; email: string }
  paidWith: { brand: string; last4: string } | null
}

export interface StoredEvent {
  id: string
  type: string
  created: Moment
}

/** Everything that the provider keeps, by its kind. */
export interface Kinds {
  customer: Customer
  setup: Setup
  card: Card
  subscription: StoredSubscription
  invoice: StoredInvoice
  event: StoredEvent
}
