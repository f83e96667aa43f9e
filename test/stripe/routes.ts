import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Account } from '#server/providers/payments/sandbox/account.ts'
import { beginSetup, detachCard, setDefaultCard } from '#server/providers/payments/sandbox/cards.ts'
import type { StoredSubscription } from '#server/providers/payments/sandbox/objects.ts'
import * as subscriptions from '#server/providers/payments/sandbox/subscriptions.ts'
import type { StripeAccount } from './account.ts'
import { invalid, missing } from './errors.ts'
import * as shapes from './shapes.ts'

export interface Route {
  method: 'GET' | 'POST'
  path: RegExp
  /** @param form decoded; rejected if it has a field that this route ignores @param id from the path */
  run: (form: unknown, id: string) => Promise<unknown>
}

const Nothing = z.strictObject({})
const Metadata = z.record(z.string(), z.string()).default({})
const Flag = z.enum(['true', 'false']).transform((word) => word === 'true')
const Items = z.strictObject({ 0: z.strictObject({ id: z.string(), price: z.string() }) })
const page = { limit: z.coerce.number().default(10), starting_after: z.string().optional() }
const Proration = { proration_behavior: z.enum(['none', 'always_invoice']), proration_date: z.coerce.number() }

/** The endpoints that the adapter calls, on top of the sandbox. */
export function routesOf(stripe: StripeAccount): Route[] {
  const { sandbox } = stripe

  function route<Schema extends z.ZodType>(
    call: `${'GET' | 'POST'} /v1/${string}`,
    schema: Schema,
    run: (params: z.infer<Schema>, id: string) => Promise<unknown>,
  ): Route {
    const [method, path = ''] = call.split(' ')
    return {
      method: method === 'GET' ? 'GET' : 'POST',
      path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
      run: async (form, id) => {
        const params = schema.safeParse(form)
        if (!params.success) throw invalid(z.prettifyError(params.error), 'parameter_unknown')
        return await run(params.data, id)
      },
    }
  }

  const subscriptionsOf = async (account: Account) =>
    (await account.transaction.list('subscription', account.customer.id)).map((stored) =>
      shapes.subscriptionOf(stripe, account, stored),
    )

  const invoicesOf = async (account: Account) =>
    (await account.transaction.list('invoice', account.customer.id)).map((stored) =>
      shapes.invoiceOf(stripe, account, stored),
    )

  const productAt = (id: string | object | null | undefined) => {
    const product = stripe.products.find(({ plan }) => plan.productId === id)
    return product && stripe.withOverrides(shapes.productOf(product))
  }

  return [
    route(
      'GET /v1/prices',
      z.strictObject({
        ...page,
        active: z.literal('true'),
        type: z.literal('recurring'),
        expand: z.strictObject({ 0: z.literal('data.product') }),
      }),
      async (params) => {
        const prices = stripe.products.map((product) => stripe.withOverrides(shapes.priceOf(product)))
        return pageOf(prices.map((price) => ({ ...price, product: productAt(price.product) })).toReversed(), params)
      },
    ),
    route('GET /v1/products/:id', Nothing, async (_, id) => productAt(id) ?? notFound(id)),

    route('GET /v1/customers', z.strictObject({ ...page, email: z.string() }), async (params) => {
      const ids = (await stripe.customerIds(params.email)).filter((id) => !stripe.deletedCustomers.has(id))
      return pageOf(
        await Promise.all(ids.map((id) => sandbox.withAccount(id, async (account) => shapes.customerOf(account)))),
        params,
      )
    }),
    route(
      'POST /v1/customers',
      z.strictObject({
        email: z.string(),
        name: z.string(),
        metadata: z.strictObject({ organization_id: z.string() }),
      }),
      async ({ email, name, metadata }) => {
        const details = { organizationId: metadata.organization_id, email, name, idempotencyKey: randomUUID() }
        const { customerId } = await sandbox.createCustomer(details)
        return sandbox.withAccount(customerId, async (account) => shapes.customerOf(account))
      },
    ),
    route('GET /v1/customers/:id', Nothing, (_, id) =>
      sandbox.withAccount(id, async (account) =>
        stripe.deletedCustomers.has(id) ? { id, object: 'customer', deleted: true } : shapes.customerOf(account),
      ),
    ),
    route(
      'POST /v1/customers/:id',
      z.strictObject({
        invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
        email: z.string().optional(),
        name: z.string().optional(),
      }),
      ({ invoice_settings: settings, email, name }, id) =>
        sandbox.withAccount(id, async (account) => {
          if (settings) await setDefaultCard(account, settings.default_payment_method)
          const { customer, transaction } = account
          account.customer = { ...customer, email: email ?? customer.email, name: name ?? customer.name }
          await transaction.update(account.customer)
          return shapes.customerOf(account)
        }),
    ),
    route('GET /v1/customers/:id/payment_methods', z.strictObject({ ...page, type: z.literal('card') }), (params, id) =>
      sandbox.withAccount(id, async (account) => {
        const cards = await account.transaction.list('card', id)
        return pageOf(
          cards.map((card) => shapes.paymentMethodOf(account, card)),
          params,
        )
      }),
    ),
    route('GET /v1/payment_methods/:id', Nothing, (_, id) =>
      stripe.withOwner(id, async (account) => {
        const card = await account.transaction.find('card', account.customer.id, id)
        return shapes.paymentMethodOf(account, card ?? notFound(id))
      }),
    ),
    route('POST /v1/payment_methods/:id/detach', Nothing, (_, id) =>
      stripe.withOwner(id, async (account) => {
        await detachCard(account, id)
        return { id, object: 'payment_method', customer: null }
      }),
    ),

    route(
      'POST /v1/setup_intents',
      z.strictObject({
        customer: z.string(),
        usage: z.literal('off_session'),
        allowed_payment_method_types: z.strictObject({ 0: z.literal('card') }),
      }),
      ({ customer }) =>
        sandbox.withAccount(customer, async (account) => {
          const { id, clientSecret } = await beginSetup(account)
          const setup = shapes.setupIntentOf(account, { id, status: 'empty', card: null })
          return { ...setup, client_secret: clientSecret }
        }),
    ),
    route('GET /v1/setup_intents/:id', Nothing, (_, id) =>
      stripe.withOwner(id, async (account) => {
        const setup = await account.transaction.find('setup', account.customer.id, id)
        return shapes.setupIntentOf(account, setup ?? notFound(id))
      }),
    ),

    route('GET /v1/subscriptions', z.strictObject({ ...page, customer: z.string() }), (params) =>
      sandbox.withAccount(params.customer, async (account) =>
        pageOf(
          (await subscriptionsOf(account)).filter(
            ({ status }) => status !== 'canceled' && !stripe.deletedCustomers.has(params.customer),
          ),
          params,
        ),
      ),
    ),
    route(
      'POST /v1/subscriptions',
      z.strictObject({
        customer: z.string(),
        items: z.strictObject({ 0: z.strictObject({ price: z.string() }) }),
        trial_period_days: z.coerce.number().optional(),
        trial_settings: z
          .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.literal('cancel') }) })
          .optional(),
        payment_behavior: z.literal('error_if_incomplete').optional(),
        metadata: Metadata,
      }),
      ({ customer, items, trial_period_days: days, metadata }) =>
        sandbox.withAccount(customer, async (account) => {
          const { price } = items[0]
          const created =
            days === undefined
              ? await subscriptions.subscribe(account, price)
              : await subscriptions.startTrial(account, price, days)
          stripe.override(created.id, { metadata })
          return shapes.subscriptionOf(stripe, account, created)
        }),
    ),
    route(
      'POST /v1/subscriptions/:id',
      z.strictObject({
        cancel_at: z.literal('').optional(),
        cancel_at_period_end: Flag.optional(),
        default_payment_method: z.string().optional(),
        items: Items.optional(),
        proration_behavior: Proration.proration_behavior.optional(),
        proration_date: Proration.proration_date.optional(),
        payment_behavior: z.literal('error_if_incomplete').optional(),
      }),
      (params, id) =>
        stripe.withOwner(id, async (account) => {
          const { cancel_at_period_end: cancelAtPeriodEnd, default_payment_method, items } = params
          let subscription = await requireSubscription(account, id)
          if (subscription.status === 'canceled') throw invalid('A canceled subscription cannot be updated.')
          if (cancelAtPeriodEnd !== undefined)
            subscription = await subscriptions.save(account, { ...subscription, cancelAtPeriodEnd })
          if (params.cancel_at === '') stripe.override(id, { cancel_at: null })
          if (default_payment_method !== undefined) stripe.override(id, { default_payment_method })
          if (items) {
            const plan = changedPlan(subscription, items[0])
            subscription = await subscriptions.switchPlan(at(account, params.proration_date), subscription, plan)
          }
          return shapes.subscriptionOf(stripe, account, subscription)
        }),
    ),

    route(
      'POST /v1/checkout/sessions',
      z.strictObject({
        mode: z.literal('subscription'),
        customer: z.string(),
        line_items: z.strictObject({ 0: z.strictObject({ price: z.string(), quantity: z.literal('1') }) }),
        allowed_payment_method_types: z.strictObject({ 0: z.literal('card') }),
        metadata: Metadata,
        subscription_data: z.strictObject({ metadata: Metadata }),
        success_url: z.string(),
        cancel_url: z.string(),
      }),
      async (params) => {
        const id = `cs_test_${randomUUID()}`
        const checkout = {
          id,
          url: `https://checkout.stripe.test/c/pay/${id}`,
          status: 'open' as const,
          customer: params.customer,
          price: params.line_items[0].price,
          metadata: params.metadata,
          subscriptionMetadata: params.subscription_data.metadata,
          successUrl: params.success_url,
        }
        stripe.checkouts.set(id, checkout)
        return shapes.checkoutOf(checkout)
      },
    ),
    route(
      'GET /v1/checkout/sessions',
      z.strictObject({ ...page, customer: z.string(), status: z.literal('open') }),
      (params) =>
        sandbox.withAccount(params.customer, async () => {
          const open = [...stripe.checkouts.values()].filter(
            ({ customer, status }) => customer === params.customer && status === params.status,
          )
          return pageOf(open.map(shapes.checkoutOf).toReversed(), params)
        }),
    ),
    route('GET /v1/checkout/sessions/:id', Nothing, async (_, id) =>
      shapes.checkoutOf(stripe.checkouts.get(id) ?? notFound(id)),
    ),
    route('POST /v1/checkout/sessions/:id/expire', Nothing, async (_, id) => {
      const checkout = stripe.checkouts.get(id) ?? notFound(id)
      if (checkout.status !== 'open') throw invalid('Only open Checkout Sessions can be expired.')
      checkout.status = 'expired'
      return shapes.checkoutOf(checkout)
    }),

    route(
      'POST /v1/invoices/create_preview',
      z.strictObject({
        customer: z.string(),
        subscription: z.string(),
        subscription_details: z.strictObject({ ...Proration, items: Items }),
      }),
      ({ customer, subscription: id, subscription_details: details }) =>
        sandbox.withAccount(customer, async (account) => {
          const subscription = await requireSubscription(account, id)
          const plans = [stripe.planOf(subscription.priceId), changedPlan(subscription, details.items[0])] as const
          return shapes.previewOf(at(account, details.proration_date), subscription, plans)
        }),
    ),
    route(
      'GET /v1/invoices',
      z.strictObject({
        ...page,
        customer: z.string().optional(),
        subscription: z.string().optional(),
        status: z.string().optional(),
      }),
      async (params) => {
        const { customer, subscription = '', status } = params
        const invoices = customer
          ? await sandbox.withAccount(customer, invoicesOf)
          : await stripe.withOwner(subscription, invoicesOf)
        return pageOf(
          invoices.filter((invoice) => status === undefined || invoice.status === status),
          params,
        )
      },
    ),
    route('POST /v1/invoices/:id/pay', Nothing, (_, id) =>
      stripe.withOwner(id, async (account) => {
        const [subscription] = await account.transaction.list('subscription', account.customer.id, { limit: 1 })
        if (subscription?.unpaid?.invoiceId !== id) throw invalid('Invoice is already paid.')
        await subscriptions.payOpen(account)
        return (await invoicesOf(account)).find((invoice) => invoice.id === id)
      }),
    ),
    route('GET /v1/invoices/:id', Nothing, (_, id) =>
      stripe.withOwner(id, async (account) => (await invoicesOf(account)).find((invoice) => invoice.id === id)),
    ),
  ]

  function changedPlan(subscription: StoredSubscription, item: { id: string; price: string }) {
    if (item.id !== shapes.itemIdOf(subscription)) throw missing(item.id)
    return stripe.planOf(item.price)
  }
}

async function requireSubscription({ customer, transaction }: Account, id: string): Promise<StoredSubscription> {
  return (await transaction.find('subscription', customer.id, id)) ?? notFound(id)
}

/** Stripe prorates from this second on, not from the time of the request. */
function at(account: Account, seconds: number | undefined): Account {
  return seconds === undefined ? account : { ...account, now: new Date(seconds * 1000) }
}

/** @param all newest first */
function pageOf<T extends { id?: string }>(all: T[], params: { limit: number; starting_after?: string | undefined }) {
  const { limit, starting_after: after } = params
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit }
}

function notFound(id: string): never {
  throw missing(id)
}
