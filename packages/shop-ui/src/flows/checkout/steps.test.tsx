// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { checkoutSteps } from '@playhouse/domain/checkout'
import { money, zero } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aDonation, aBrand, aCustomer, aMembership, anAddress, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { CheckoutLayout, steps } from './index.ts'
import { neededSteps } from './steps.ts'

afterEach(closeScreen)

const giving = {
  fund: 'stage',
  name: 'Stage fund',
  body: 'For schools.',
  presets: [10_00, 100_00].map(money),
  least: money(1_00),
  most: money(500_00),
  recognitionFrom: money(100_00),
}
const { features } = aBrand()
const asking = aBrand({
  steps: ['basket', 'account', 'add-ons', 'memberships', 'upsells', 'gift-aid', 'booking-protect', 'delivery', 'review', 'payment'],
  features: { ...features, donations: true, giftAid: true },
  giving: [giving],
  memberships: [],
})
const routes = [
  {
    path: '/checkout',
    element: <CheckoutLayout />,
    children: [...steps.map(({ id, Screen }) => ({ path: id, element: <Screen /> })), { path: 'basket', element: <h1>basket</h1> }],
  },
]
const protection = { refundProtection: { amount: money(5_00) } }
const donation = aDonation()
const membershipItem = {
  kind: 'membership',
  name: 'Friend',
  amount: money(60_00),
  detail: { membership: 'friend', months: 12, change: 'join', startsOn: null, upgradeFrom: null, from: null, credit: zero },
} as const
const openStep = (step: string, basket = aBasket(protection), brand = asking) =>
  openScreen({ at: `/checkout/${step}`, routes, basket, brand, customer: aCustomer })
const pressContinue = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))

describe('the steps that a brand configures', () => {
  it('are all registered, each once', () => {
    expect(['basket', 'account', ...steps.map(({ id }) => id)].toSorted()).toEqual(checkoutSteps.toSorted())
  })

  it('are skipped and not named when they do not apply', async () => {
    const facts = { brand: asking, basket: aBasket(protection), customer: aCustomer, household: 1, hasAddOns: false, memberships: [] }
    expect(neededSteps(asking.steps, facts)).toEqual(['basket', 'account', 'upsells', 'booking-protect', 'delivery', 'review', 'payment'])
    const { address } = await openStep('add-ons')
    await screen.findByRole('heading', { name: 'Give to Stage fund?' })
    expect(address()).toBe('/checkout/upsells')
    const named = within(screen.getByRole('navigation', { name: 'Steps of your order' })).getAllByRole('listitem')
    expect(named).toHaveLength(7)
  })

  it('name the memberships that left the basket because the visitor holds them', async () => {
    await openStep('upsells', aBasket({ heldMemberships: ['Friend', 'Patron'] }))
    const notice = (await screen.findByText('You already have Friend and Patron')).parentElement!
    expect(notice.textContent).toContain('They left your basket')
    await waitFor(() => expect(screen.getAllByRole('status').some(({ textContent }) => /Friend and Patron/.test(textContent))).toBe(true))
  })

  it.each(['upsells', 'review', 'payment'] as const)(
    'show %s with a basket of the version before, which lacks newer fields',
    async (step) => {
      const { topUps: _, renewalOffers: __, heldMemberships: ___, ...older } = aBasket({ ...protection, items: [donation] })
      await openStep(step, older as ReturnType<typeof aBasket>)
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
      expect(screen.queryByText(/Unexpected Application Error/)).toBeNull()
    },
  )

  it('show tickets and total on each step', async () => {
    await openStep('booking-protect')
    expect((await screen.findByRole('group', { name: 'Your order so far' })).textContent).toBe(
      '2 tickets · The Tempest, Tue 4 Feb, 7.30pm£90.00',
    )
  })
})

describe('the steps for additional items', () => {
  it('presets no donation, and asks about Gift Aid after a donation', async () => {
    const basket = aBasket({ ...protection, items: [donation], giftAid: { isDeclared: false, amount: money(2_50) } })
    const calls = fakeServer({ basket: { addItem: () => basket, setGiftAid: () => basket } })
    const { address } = await openStep('upsells')
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'No donation today' })).checked).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: '£10.00' }))
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/gift-aid'))
    await screen.findByText(/claim £2.50 more/, {}, { timeout: 5000 })
    expect(address()).toBe('/checkout/gift-aid')
    expect(calls[0]?.body).toMatchObject({ kind: 'donation', fund: 'stage', amount: 10_00, recognitionName: null })
    fireEvent.click(screen.getByRole('checkbox'))
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/booking-protect'))
    expect(calls.find(({ call }) => call === 'basket.setGiftAid')?.body).toEqual({ isDeclared: true, wording: 'gift-aid-1' })
  })

  it.each([
    { declaration: { isDeclared: false, needsAddress: false }, shown: 'scope', wording: '2026-01' },
    { declaration: { isDeclared: false, needsAddress: true }, shown: 'address', wording: 'gift-aid-1' },
    { declaration: { isDeclared: true, needsAddress: false }, shown: 'nothing', wording: 'gift-aid-1' },
  ])('asks for the scope of a declaration by $declaration: $shown', async ({ declaration, shown, wording }) => {
    const basket = aBasket({ ...protection, items: [donation], giftAid: { isDeclared: false, amount: money(2_50) } })
    const calls = fakeServer({
      me: { giftAid: () => ({ ...declaration, wording: '2026-01', saidAt: null, donor: null }) },
      basket: { setGiftAid: () => basket },
    })
    await openStep('gift-aid', basket)
    await waitFor(() => expect(calls.some(({ call }) => call === 'me.giftAid')).toBe(true))
    expect(screen.queryByRole('radiogroup')).toBeNull()
    fireEvent.click(await screen.findByRole('checkbox'))
    if (shown === 'scope') {
      fireEvent.click(await screen.findByRole('radio', { name: 'The past four years, today and from now on' }))
      expect(screen.getByText(/past four years and to come/)).toBeTruthy()
    } else if (shown === 'address') expect(await screen.findByRole('link', { name: 'Add your address' })).toBeTruthy()
    expect(screen.queryAllByRole('radio')).toHaveLength(shown === 'scope' ? 3 : 0)
    pressContinue()
    await waitFor(() => expect(calls.find(({ call }) => call === 'basket.setGiftAid')?.body).toEqual({ isDeclared: true, wording }))
  })

  it.each(['', '0.50', '600', 'ten'])('rejects %j as a donation, with an error at the field', async (amount) => {
    const calls = fakeServer({})
    await openStep('upsells')
    fireEvent.click(await screen.findByRole('radio', { name: 'Another amount' }))
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } })
    pressContinue()
    expect(await screen.findByRole('link', { name: 'Enter an amount in the range we can take.' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('offers the memberships that the visitor does not hold, and presets none', async () => {
    const sold = { price: money(60_00), months: 12 }
    const memberships = [
      { id: 'patron', name: 'Patron', sold: { ...sold, price: money(180_00) } },
      { id: 'friend', name: 'Friend', sold },
      { id: 'angel', name: 'Angel', sold: { ...sold, price: money(120_00) } },
      { id: 'founder', name: 'Founder' },
    ]
    const offer = { heldUntil: null, renewal: null, upgrade: null, isInBasket: false, saves: zero }
    const upgrade = { from: 'patron', name: 'Patron', credit: money(50_00), price: money(70_00) }
    const calls = fakeServer({
      basket: { addItem: () => aBasket(protection) },
      catalogue: {
        memberships: () => ({
          memberships: [
            { ...offer, membership: 'friend', saves: money(65_00) },
            { ...offer, membership: 'angel', upgrade, saves: money(5_00) },
          ],
        }),
      },
      me: { memberships: () => ({ memberships: [aMembership({ membership: 'patron', name: 'Patron' })] }) },
    })
    const { address } = await openStep('memberships', undefined, { ...asking, memberships })
    await screen.findByRole('heading', { name: 'Become a member?' })
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.labels![0]!.textContent, box.checked])).toEqual([
      ['Friend £60.00', false],
      ['Angel £70.00', false],
    ])
    expect(screen.getByText(/it pays for itself/).textContent).toBe('12 months · Saves £65.00 on these tickets: it pays for itself')
    expect(screen.getByText(/Replaces/).textContent).toBe(
      '12 months · Replaces Patron · £50.00 off for its unused part · Saves £5.00 on these tickets',
    )
    for (const box of boxes) fireEvent.click(box)
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/upsells'))
    expect(calls.filter(({ call }) => call === 'basket.addItem').map(({ body }) => body)).toEqual([
      { kind: 'membership', membership: 'friend' },
      { kind: 'membership', membership: 'angel', upgradeFrom: 'patron' },
    ])
  })

  it('replaces a membership once: the choice of another upgrade unchooses the first, and takes it out of the basket', async () => {
    const sold = { price: money(60_00), months: 12 }
    const memberships = [
      { id: 'friend', name: 'Friend', sold },
      { id: 'angel', name: 'Angel', sold: { ...sold, price: money(120_00) } },
    ]
    const upgrade = { from: 'young-friend', name: 'Young Friend', credit: zero, price: money(60_00) }
    const offer = { heldUntil: null, renewal: null, upgrade, isInBasket: false, saves: zero }
    const item = { ...aDonation(), ...membershipItem }
    const calls = fakeServer({
      basket: { addItem: () => aBasket(protection), removeItem: () => aBasket(protection) },
      catalogue: { memberships: () => ({ memberships: memberships.map(({ id }) => ({ ...offer, membership: id })) }) },
      me: { memberships: () => ({ memberships: [] }) },
    })
    const { address } = await openStep('memberships', aBasket({ ...protection, items: [item] }), { ...asking, memberships })
    const [friend, angel] = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect([friend!.checked, angel!.checked]).toEqual([true, false])
    fireEvent.click(angel!)
    await waitFor(() => expect([friend!.checked, angel!.checked]).toEqual([false, true]))
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/upsells'))
    const changes = calls.filter(({ call }) => call.startsWith('basket.')).map(({ call }) => call)
    expect(changes.filter((call) => call !== 'basket.read')).toEqual(['basket.removeItem', 'basket.addItem'])
  })

  it('declines memberships with one press, which removes a chosen one', async () => {
    const item = { ...aDonation(), ...membershipItem }
    const calls = fakeServer({
      basket: { removeItem: () => aBasket(protection) },
      catalogue: { memberships: () => ({ memberships: [] }) },
      me: { memberships: () => ({ memberships: [] }) },
    })
    const memberships = [{ id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } }]
    const { address } = await openStep('memberships', aBasket({ ...protection, items: [item] }), { ...asking, memberships })
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
    await waitFor(() => expect(address()).toBe('/checkout/upsells'))
    expect(calls.filter(({ call }) => call === 'basket.removeItem')).toHaveLength(1)
  })

  it('keeps the ticks and the focus where the server refuses to decline memberships', async () => {
    const item = { ...aDonation(), ...membershipItem }
    fakeServer({
      basket: { removeItem: () => refuse(problem('basket-paying')), read: () => aBasket({ ...protection, items: [item] }) },
      catalogue: { memberships: () => ({ memberships: [] }) },
      me: { memberships: () => ({ memberships: [] }) },
    })
    const memberships = [{ id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } }]
    const { address } = await openStep('memberships', aBasket({ ...protection, items: [item] }), { ...asking, memberships })
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
    const decline = screen.getByRole<HTMLButtonElement>('button', { name: 'No, thanks' })
    decline.focus()
    fireEvent.click(decline)
    expect(decline.disabled, 'a disabled button loses the focus').toBe(false)
    expect(await screen.findByText('A payment is under way')).toBeTruthy()
    await waitFor(() => expect(decline.textContent).toBe('No, thanks'))
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(document.activeElement).toBe(decline)
    expect(address()).toBe('/checkout/memberships')
  })

  it('presets no protection, and adds none without a choice', async () => {
    const calls = fakeServer({
      me: {
        read: () => ({ customer: { ...aCustomer, prefix: '', middleName: '', birth: null }, address: anAddress }),
        addresses: () => ({ addresses: [] }),
      },
    })
    const { address } = await openStep('booking-protect')
    const choices = await screen.findAllByRole<HTMLInputElement>('radio')
    expect(choices.map(({ checked }) => checked)).toEqual([false, false])
    expect(screen.getByText('£2.50 for each of 2 tickets')).toBeTruthy()
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls.filter(({ call }) => call.startsWith('basket.'))).toEqual([])
  })
})

describe('a basket of items alone', () => {
  const alone = aBasket({ tickets: [], items: [donation] })

  it('skips the delivery and refund protection, and names its items on each step', async () => {
    await openStep('upsells', alone)
    expect((await screen.findByRole('group', { name: 'Your order so far' })).textContent).toMatch(/^Donation: The stage fund/)
    const steps = within(screen.getByRole('navigation', { name: 'Steps of your order' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).not.toContain('Delivery')
  })

  it('has the delivery step where goods are sent by post, which need an address', () => {
    const poster = { ...donation, detail: { variant: 'a3', delivery: 'post' } } as unknown as typeof donation
    const facts = { brand: asking, customer: aCustomer, household: 1, hasAddOns: false, memberships: [] }
    const stepsWith = (item: typeof donation) => neededSteps(asking.steps, { ...facts, basket: { ...alone, items: [item] } })
    expect(stepsWith(poster)).toContain('delivery')
    expect(stepsWith(donation)).not.toContain('delivery')
  })
})
