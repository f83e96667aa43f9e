/** ISO 8601 in UTC, as `Date.toISOString` writes it, so that strings sort by time. */
type Moment = string

export interface Customer {
  id: string
  organizationId: string
  email: string
  name: string
  /** Charged for invoices. */
  defaultCardId: string | null
  /** Credit from changes to cheaper plans, applied to the next invoices. Below 0 the customer owes money. */
  credit: number
  /** Number of invoices so far. */
  invoiceCount: number
}

/** A test card. The full number is never stored. */
export interface Card {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isChargeable: boolean
}

/** A card form in progress. */
export interface Setup {
  id: string
  status: 'empty' | 'needs_step' | 'succeeded' | 'finished'
  card: Card | null
}

export interface StoredSubscription {
  id: string
  priceId: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  /** Start of the first paid period. */
  anchor: Moment
  /** How many paid periods have started. */
  periods: number
  currentPeriodStart: Moment
  currentPeriodEnd: Moment
  trialEnd: Moment | null
  cancelAtPeriodEnd: boolean
  /** The open invoice and its next charge attempt. */
  unpaid: { invoiceId: string; tries: number; nextTry: Moment } | null
  /** When `advance` must act next. Null after the end. */
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
  /** The amounts of the lines add up to the amount of the invoice, which is 0 or more. */
  lines: InvoiceLine[]
  amount: number
  currency: string
  status: 'paid' | 'failed'
  /** The customer's details at the time of the invoice. */
  customer: { name: string; email: string }
  paidWith: { brand: string; last4: string } | null
}

export interface StoredEvent {
  id: string
  type: string
  created: Moment
}

/** Every stored object, by kind. */
export interface Kinds {
  customer: Customer
  setup: Setup
  card: Card
  subscription: StoredSubscription
  invoice: StoredInvoice
  event: StoredEvent
}
