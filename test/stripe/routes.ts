import type { Stripe } from 'stripe'
import { createSubscription, payInvoice, previewInvoice, updateSubscription } from './billing.ts'
import { readAs } from './fits.ts'
import { textsOf } from './objects.ts'
import { invalid, missing } from './refusal.ts'
import { newSession } from './session.ts'
import type { StripeWorld } from './world.ts'

export interface Route {
  /** E.g. `GET /v1/customers/:id`. */
  call: string
  method: 'GET' | 'POST'
  path: RegExp
  /** The library's types of the parameters and of the answer, which begins with `list of` for a list's entries. */
  types: { params: string; answer: string }
  /** What it answers, as JSON has it. */
  run: (form: unknown, id: string) => unknown
}

/** The parameters of requests, by their places in Stripe's library. */
interface ParamsOf {
  'Prices#PriceListParams': Stripe.PriceListParams
  'Products#ProductRetrieveParams': Stripe.ProductRetrieveParams
  'Customers#CustomerListParams': Stripe.CustomerListParams
  'Customers#CustomerCreateParams': Stripe.CustomerCreateParams
  'Customers#CustomerRetrieveParams': Stripe.CustomerRetrieveParams
  'Customers#CustomerUpdateParams': Stripe.CustomerUpdateParams
  'Customers#CustomerListPaymentMethodsParams': Stripe.CustomerListPaymentMethodsParams
  'PaymentMethods#PaymentMethodRetrieveParams': Stripe.PaymentMethodRetrieveParams
  'PaymentMethods#PaymentMethodDetachParams': Stripe.PaymentMethodDetachParams
  'SetupIntents#SetupIntentCreateParams': Stripe.SetupIntentCreateParams
  'SetupIntents#SetupIntentRetrieveParams': Stripe.SetupIntentRetrieveParams
  'Subscriptions#SubscriptionListParams': Stripe.SubscriptionListParams
  'Subscriptions#SubscriptionCreateParams': Stripe.SubscriptionCreateParams
  'Subscriptions#SubscriptionUpdateParams': Stripe.SubscriptionUpdateParams
  'Checkout/Sessions#Checkout.SessionCreateParams': Stripe.Checkout.SessionCreateParams
  'Checkout/Sessions#Checkout.SessionListParams': Stripe.Checkout.SessionListParams
  'Checkout/Sessions#Checkout.SessionRetrieveParams': Stripe.Checkout.SessionRetrieveParams
  'Checkout/Sessions#Checkout.SessionExpireParams': Stripe.Checkout.SessionExpireParams
  'Invoices#InvoiceCreatePreviewParams': Stripe.InvoiceCreatePreviewParams
  'Invoices#InvoiceListParams': Stripe.InvoiceListParams
  'Invoices#InvoiceRetrieveParams': Stripe.InvoiceRetrieveParams
  'Invoices#InvoicePayParams': Stripe.InvoicePayParams
}

/** Breaches of the library's types and of Stripe's description, by requests and by the stand-in itself. None is expected. */
export type Breaches = string[]

/** As much of Stripe as billing speaks. Requests and answers are read by the types of Stripe's library. */
export function routesOf(world: StripeWorld, breaches: Breaches): Route[] {
  function route<Name extends keyof ParamsOf>(
    call: `${'GET' | 'POST'} /v1/${string}`,
    [paramsType, answerType]: readonly [params: Name, answer: string],
    handle: (params: ParamsOf[Name], id: string) => unknown,
  ): Route {
    const [method, path = ''] = call.split(' ')
    const isList = answerType.startsWith('list of ')
    return {
      call,
      types: { params: paramsType, answer: answerType },
      method: method === 'GET' ? 'GET' : 'POST',
      path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
      run(form, id) {
        const { value, problems } = readAs(paramsType, form, 'form')
        breaches.push(...problems)
        if (problems.length > 0) throw invalid(problems.join('; '), 'parameter_unknown')
        assertRead(paramsType, value)
        const made = handle(value, id)
        const whole = isList && isRecord(made) ? { ...made, url: path.replace(':id', id) } : made
        const answer: unknown = JSON.parse(JSON.stringify(whole))
        for (const place of value.expand ?? []) expand(world, answer, place)
        breaches.push(...problemsOf(answerType, answer))
        return answer
      },
    }
  }

  const fitting = (customer: string | undefined) => {
    if (customer !== undefined && !world.customers.find(customer)) throw missing('customer', customer, 'customer')
    return (object: { customer?: unknown }) => customer === undefined || object.customer === customer
  }

  return [
    route('GET /v1/prices', ['Prices#PriceListParams', 'list of Prices#Price'], (params) =>
      world.prices.list(params, ({ active }) => params.active === undefined || active === params.active),
    ),
    route('GET /v1/products/:id', ['Products#ProductRetrieveParams', 'Products#Product'], (_, id) =>
      world.products.get(id),
    ),
    route('GET /v1/customers', ['Customers#CustomerListParams', 'list of Customers#Customer'], (params) =>
      world.customers.list(params, ({ email }) => params.email === undefined || email === params.email),
    ),
    route('POST /v1/customers', ['Customers#CustomerCreateParams', 'Customers#Customer'], (params) =>
      world.addCustomer(params),
    ),
    route('GET /v1/customers/:id', ['Customers#CustomerRetrieveParams', 'Customers#Customer'], (_, id) =>
      world.customers.get(id),
    ),
    route('POST /v1/customers/:id', ['Customers#CustomerUpdateParams', 'Customers#Customer'], (params, id) => {
      const customer = world.customers.get(id)
      const card = params.invoice_settings?.default_payment_method
      if (card) {
        const isTheirs = world.cards.find(card)?.customer === id
        if (!isTheirs) throw missing('PaymentMethod', card, 'invoice_settings[default_payment_method]')
        customer.invoice_settings.default_payment_method = card
      }
      customer.metadata = { ...customer.metadata, ...textsOf(params.metadata) }
      world.tell('customer.updated', customer)
      return customer
    }),
    route(
      'GET /v1/customers/:id/payment_methods',
      ['Customers#CustomerListPaymentMethodsParams', 'list of PaymentMethods#PaymentMethod'],
      (params, id) => world.cards.list(params, fitting(world.customers.get(id).id)),
    ),
    route(
      'GET /v1/payment_methods/:id',
      ['PaymentMethods#PaymentMethodRetrieveParams', 'PaymentMethods#PaymentMethod'],
      (_, id) => world.cards.get(id),
    ),
    route(
      'POST /v1/payment_methods/:id/detach',
      ['PaymentMethods#PaymentMethodDetachParams', 'PaymentMethods#PaymentMethod'],
      (_, id) => world.detach(id),
    ),
    route('POST /v1/setup_intents', ['SetupIntents#SetupIntentCreateParams', 'SetupIntents#SetupIntent'], (params) => {
      fitting(params.customer)
      return world.beginSetup(params)
    }),
    route(
      'GET /v1/setup_intents/:id',
      ['SetupIntents#SetupIntentRetrieveParams', 'SetupIntents#SetupIntent'],
      (_, id) => world.setups.get(id),
    ),
    route(
      'GET /v1/subscriptions',
      ['Subscriptions#SubscriptionListParams', 'list of Subscriptions#Subscription'],
      (params) => {
        const isTheirs = fitting(params.customer)
        return world.subscriptions.list(params, (one) => isTheirs(one) && one.status !== 'canceled')
      },
    ),
    route(
      'POST /v1/subscriptions',
      ['Subscriptions#SubscriptionCreateParams', 'Subscriptions#Subscription'],
      (params) => createSubscription(world, params),
    ),
    route(
      'POST /v1/subscriptions/:id',
      ['Subscriptions#SubscriptionUpdateParams', 'Subscriptions#Subscription'],
      (params, id) => updateSubscription(world, id, params),
    ),
    route(
      'POST /v1/checkout/sessions',
      ['Checkout/Sessions#Checkout.SessionCreateParams', 'Checkout/Sessions#Session'],
      (params) => {
        const session = newSession(world.now, params)
        world.pages.set(session.url ?? '', params)
        return world.sessions.put(session)
      },
    ),
    route(
      'GET /v1/checkout/sessions',
      ['Checkout/Sessions#Checkout.SessionListParams', 'list of Checkout/Sessions#Session'],
      (params) => {
        const isTheirs = fitting(params.customer)
        return world.sessions.list(params, (one) => isTheirs(one) && one.status === (params.status ?? one.status))
      },
    ),
    route(
      'GET /v1/checkout/sessions/:id',
      ['Checkout/Sessions#Checkout.SessionRetrieveParams', 'Checkout/Sessions#Session'],
      (_, id) => world.sessions.get(id),
    ),
    route(
      'POST /v1/checkout/sessions/:id/expire',
      ['Checkout/Sessions#Checkout.SessionExpireParams', 'Checkout/Sessions#Session'],
      (_, id) => {
        const session = world.sessions.get(id)
        if (session.status !== 'open') throw invalid('Only open Checkout Sessions can be expired.')
        return world.sessions.put({ ...session, status: 'expired', url: null })
      },
    ),
    route('POST /v1/invoices/create_preview', ['Invoices#InvoiceCreatePreviewParams', 'Invoices#Invoice'], (params) =>
      previewInvoice(world, params),
    ),
    route('GET /v1/invoices', ['Invoices#InvoiceListParams', 'list of Invoices#Invoice'], (params) => {
      const isTheirs = fitting(params.customer)
      const { subscription, status } = params
      return world.invoices.list(
        params,
        (one) =>
          isTheirs(one) &&
          (subscription === undefined || one.parent?.subscription_details?.subscription === subscription) &&
          (status === undefined || one.status === status),
      )
    }),
    route('POST /v1/invoices/:id/pay', ['Invoices#InvoicePayParams', 'Invoices#Invoice'], (_, id) =>
      payInvoice(world, id),
    ),
    route('GET /v1/invoices/:id', ['Invoices#InvoiceRetrieveParams', 'Invoices#Invoice'], (_, id) =>
      world.invoices.get(id),
    ),
  ]
}

/** What has been read by the library's type is of that type. */
function assertRead<Name extends keyof ParamsOf>(name: Name, value: unknown): asserts value is ParamsOf[Name] {
  if (!isRecord(value)) throw new TypeError(`${name} is an object.`)
}

function problemsOf(type: string, answer: unknown): string[] {
  if (!type.startsWith('list of ')) return readAs(type, answer, 'json').problems
  const { data } = answer !== null && typeof answer === 'object' && 'data' in answer ? answer : { data: null }
  if (!Array.isArray(data)) return [`${type}: no list`]
  return data.flatMap((entry: unknown) => readAs(type.slice('list of '.length), entry, 'json').problems)
}

/** Puts objects where their ids stand, at most four levels deep, as Stripe does. */
function expand(world: StripeWorld, answer: unknown, path: string) {
  const steps = path.split('.')
  if (steps.length > 4) throw invalid('You cannot expand more than 4 levels of a property.')
  let places: unknown[] = [answer]
  for (const [index, step] of steps.entries()) {
    places = places.flatMap((place) => {
      if (!isRecord(place) || !(step in place)) throw invalid(`This property cannot be expanded (${path}).`)
      const value = place[step]
      if (index === steps.length - 1 && typeof value === 'string')
        place[step] = structuredClone(
          world.products.find(value) ?? world.cards.find(value) ?? world.customers.get(value),
        )
      return Array.isArray(value) ? value : [place[step]]
    })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
