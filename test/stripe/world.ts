import type { Stripe } from 'stripe'
import { findTestCard } from '#shared/rules/test-cards.ts'
import { newCard, newCustomer, newId, newPrice, newProduct, newSetup, secondsOf } from './objects.ts'
import { missing, Refusal } from './refusal.ts'

type Named = string | { id: string } | null

/** Objects of one kind, newest first. */
class Shelf<T extends { id: string }> {
  private readonly objects = new Map<string, T>()
  private readonly kind: string

  constructor(kind: string) {
    this.kind = kind
  }

  find(id: string): T | undefined {
    return this.objects.get(id)
  }

  /** @param named whole, or by its id, as objects of Stripe name others */
  get(named: Named): T {
    const id = typeof named === 'object' ? (named?.id ?? '') : named
    const object = this.objects.get(id)
    if (!object) throw missing(this.kind, id)
    return object
  }

  put(object: T): T {
    this.objects.set(object.id, object)
    return object
  }

  /** A page, as Stripe's lists are cut. */
  list(
    { limit = 10, starting_after: after }: Pick<Stripe.PaginationParams, 'limit' | 'starting_after'>,
    fits: (object: T) => boolean,
  ) {
    const all = [...this.objects.values()].toReversed().filter(fits)
    const start = after === undefined ? 0 : all.indexOf(this.get(after)) + 1
    return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit }
  }
}

/** What the stand-in keeps of an account at Stripe. */
export class StripeWorld {
  readonly customers = new Shelf<Stripe.Customer>('customer')
  readonly products = new Shelf<Stripe.Product>('product')
  readonly prices = new Shelf<Stripe.Price>('price')
  readonly cards = new Shelf<Stripe.PaymentMethod>('PaymentMethod')
  readonly setups = new Shelf<Stripe.SetupIntent>('setupintent')
  readonly subscriptions = new Shelf<Stripe.Subscription>('subscription')
  readonly invoices = new Shelf<Stripe.Invoice>('invoice')
  readonly events: { id: string; type: string; data: { object: unknown } }[] = []
  /** What Stripe's own pages were opened for, by their addresses. */
  readonly pages = new Map<string, Stripe.Checkout.SessionCreateParams>()
  readonly sessions = new Shelf<Stripe.Checkout.Session>('checkout.session')
  /** Cards that are kept, and refused when they are charged. */
  readonly refused = new Set<string>()
  invoiceCount = 0
  /** Where files of invoices lie. */
  files = 'https://pay.stripe.test'
  private readonly clock: () => Date

  constructor(clock: () => Date) {
    this.clock = clock
  }

  get now(): number {
    return secondsOf(this.clock())
  }

  /** Something that is sold for a price by the month or year. */
  sell(
    name: string,
    unit_amount: number,
    about: { metadata?: Stripe.Metadata; features?: string[]; interval?: 'month' | 'year' | 'week' } = {},
  ) {
    const { metadata = {}, features = [], interval = 'month' } = about
    const product = this.products.put(newProduct(this.now, { name, metadata, features }))
    const price = this.prices.put(newPrice(this.now, { product: product.id, unit_amount, interval }))
    return { product, price }
  }

  addCustomer(wish: Stripe.CustomerCreateParams): Stripe.Customer {
    const customer = this.customers.put(newCustomer(this.now, wish))
    this.tell('customer.created', customer)
    return customer
  }

  beginSetup(wish: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
    return this.setups.put(newSetup(this.now, wish))
  }

  /** Fills in Stripe's form in the browser, with what the bank asks for. @throws Refusal when the card is refused */
  fillForm(setupId: string, number: string): Stripe.SetupIntent {
    const setup = this.setups.get(setupId)
    const card = this.addCard(setup.customer, number)
    return this.setups.put({ ...setup, status: 'succeeded', payment_method: card.id })
  }

  addCard(customer: Named, number: string): Stripe.PaymentMethod {
    const known = findTestCard(number)
    if (known?.outcome !== 'succeeds' && known?.outcome !== 'second_step' && known?.outcome !== 'charge_fails')
      throw declined(number)
    const { brand } = known
    const owner = this.customers.get(customer).id
    const card = this.cards.put({ ...newCard(this.now, { brand, last4: number.slice(-4) }), customer: owner })
    if (known.outcome === 'charge_fails') this.refused.add(card.id)
    this.tell('payment_method.attached', card)
    return card
  }

  /** Takes a card from its customer, who then does not pay with it any more. */
  detach(id: string): Stripe.PaymentMethod {
    const card = this.cards.get(id)
    const customer = this.customers.get(card.customer)
    if (customer.invoice_settings.default_payment_method === id) customer.invoice_settings.default_payment_method = null
    return this.cards.put({ ...card, customer: null })
  }

  tell(type: string, object: unknown) {
    this.events.push({ id: newId('evt'), type, data: { object: structuredClone(object) } })
  }
}

/** With more about the card than anybody should pass on. */
export function declined(number: string): Refusal {
  return new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: `Your card ${number} was declined.`,
  })
}
