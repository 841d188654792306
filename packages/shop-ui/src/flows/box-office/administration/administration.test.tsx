// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApiToken, CounterState, StaffAccount } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { StaffPage, TokensPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Theo Athens', email: 'theo@example.org', role: 'administrator' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const account = (fields: Partial<StaffAccount>): StaffAccount => ({
  ...{ id: crypto.randomUUID(), email: 'ann@example.org', name: 'Ann Page', role: 'clerk', state: 'active', hasSecondFactor: true },
  ...{ isOwn: false, addedAt: '2026-01-01T10:00:00Z', ...fields },
})
const own = account({ ...counterState.clerk, isOwn: true })
const ann = account({ id: 'a4b5c6d7-0000-4000-8000-000000000012' })
const token: ApiToken = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000013', name: 'Website', scopes: ['read-programme'], state: 'active', by: 'Theo Athens' },
  ...{ createdAt: '2026-01-01T10:00:00Z', expiresAt: '2027-01-01T10:00:00Z', lastUsedAt: null },
}

async function open(path: string, group: Partial<Parameters<typeof fakeServer>[0]['staffAccounts'] & object>) {
  const calls = fakeServer({
    staffAccounts: { list: () => ({ accounts: [own, ann] }), tokens: () => ({ tokens: [token] }), ...group },
    staff: { desk: () => counterState, proveAgain: () => ({ proved: true as const }) },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at: path,
    routes: [
      { path: '/smart/staff', element: <StaffPage /> },
      { path: '/smart/tokens', element: <TokensPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('administration')])
  return (name: string) => calls.findLast(({ call }) => call === `staffAccounts.${name}`)?.body
}
const fill = async (name: string, value: string) => fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('adds a person after an address that is taken, and shows the password once, with the focus', async () => {
  let isTaken = true
  const sent = await open('/smart/staff?account=new', {
    add: ({ body }) => (isTaken ? refuse(problem('id-taken', { id: body.email })) : { account: account(body), password: 'abcde-fghij' }),
  })
  await fill('Name', 'Nell Gwynn')
  await fill('Work e-mail address', 'ann@example.org')
  fireEvent.click(await screen.findByRole('radio', { name: 'programmer' }))
  await press('Add and show the password')
  expect(await screen.findByText('This address has an account')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Nell Gwynn')
  isTaken = false
  await fill('Work e-mail address', 'nell@example.org')
  await press('Add and show the password')
  const notice = (await screen.findByText('Password of Nell Gwynn')).parentElement!
  expect(within(notice).getByText('abcde-fghij')).toBeTruthy()
  expect(document.activeElement).toBe(notice)
  expect(sent('add')).toEqual({ name: 'Nell Gwynn', email: 'nell@example.org', role: 'programmer' })
  await press('I’ve kept it')
  await waitFor(() => expect(screen.queryByText('abcde-fghij')).toBeNull())
})

it('changes a role after a fresh code, and offers no change of the own account', async () => {
  let isFresh = false
  const sent = await open(`/smart/staff?account=${ann.id}`, {
    edit: () => (isFresh ? { account: { ...ann, role: 'manager' as const } } : refuse(problem('second-factor-required'))),
  })
  expect(await screen.findByText('Your own account')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Theo Athens' })).toBeNull()
  fireEvent.click(await screen.findByRole('radio', { name: 'manager' }))
  await press('Save')
  await screen.findByRole('textbox', { name: 'Code' })
  isFresh = true
  await fill('Code', '123456')
  await press('Go on')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ann Page' })).toBeNull())
  expect(sent('edit')).toEqual({ role: 'manager' })
})

it('finds a person by words, opens the account, and keeps the search when it is closed', async () => {
  await open('/smart/staff?q=page&sort=-name', {
    edit: () => ({ account: ann }),
    list: () => ({ accounts: [own, ann, account({ name: 'Nell Page', email: 'nell@example.org', hasSecondFactor: false })] }),
  })
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(await screen.findByText('2 people')).toBeTruthy()
  expect(names()).toEqual(['Nell Page', 'Ann Page'])
  expect(within(screen.getByRole('row', { name: /Nell Page/ })).getByRole('cell', { name: 'Has not signed in yet' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Ann Page' }))
  expect(await screen.findByRole('heading', { name: 'Ann Page' })).toBeTruthy()
  expect(names()).toEqual(['Nell Page', 'Ann Page'])
  fireEvent.click(screen.getByRole('radio', { name: 'manager' }))
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ann Page' })).toBeNull())
  expect(names()).toEqual(['Nell Page', 'Ann Page'])
})

it('shows valid tokens alone, and sorts nothing by a column of buttons', async () => {
  const expired = { ...token, id: 'a4b5c6d7-0000-4000-8000-000000000014', name: 'Archive', state: 'expired' as const }
  await open('/smart/tokens?state=active', { tokens: () => ({ tokens: [expired, token] }) })
  expect(await screen.findByText('1 token')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Website' })).toBeTruthy()
  const action = screen.getByRole('columnheader', { name: 'Action' })
  expect(within(action).queryByRole('button')).toBeNull()
  expect(action.getAttribute('aria-sort')).toBeNull()
})

it('creates a token with scopes, shows it once, and revokes one', async () => {
  const sent = await open('/smart/tokens', {
    createToken: ({ body: { name, scopes } }) => ({ token: { ...token, name, scopes }, secret: 'playhouse_abc' }),
    revokeToken: () => ({ token: { ...token, state: 'revoked' as const } }),
  })
  await fill('Name of the token', 'Planner')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'change prices' }))
  fireEvent.click(screen.getByRole('radio', { name: '30 days' }))
  await press('Create a token')
  expect(await screen.findByText('playhouse_abc')).toBeTruthy()
  expect(sent('createToken')).toEqual({ name: 'Planner', scopes: ['read-programme', 'edit-prices'], days: 30 })
  await press('Revoke “Website”')
  expect(await screen.findByText('“Website” is revoked')).toBeTruthy()
})
