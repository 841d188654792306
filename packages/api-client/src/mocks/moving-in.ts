import {
  checkMovingIn,
  type KnownAccount,
  maskCode,
  type MovedRows,
  type MovedSheet,
  movedSheetNames,
  type MovingInProblem,
  type MovingInReport,
  readMovingIn,
  type ReadMovingIn,
  type Reconciliation,
  summaryOfMovingIn,
} from '@playhouse/domain/moving-in'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { BodyOf, ReplyOf } from '#contract'
import { givenTerm, todayIn } from './membership.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockAccount, MockShop } from './mock-shop.ts'
import { closest, readSentSheets } from './sent-sheets.ts'

type Files = BodyOf<Contract['movingIn']['preview']>['files']
type Reply = Result<ReplyOf<Contract['movingIn']['preview']>, Problem>

/** What moved in: accounts by numbers of customers, ids of terms by their keys, and opening balances in minor units by customers and codes. */
type Moved = {
  readonly accounts: Map<string, MockAccount>
  readonly terms: Map<string, string>
  readonly credit: Map<string, number>
  readonly vouchers: Map<string, number>
}

/** Whether a row would be, or was, created or changed; or which balance it would be below. */
type Outcome = 'created' | 'changed' | 'unchanged' | { readonly spent: number }
/** A row of a file: what would happen to it, and what makes it so. */
type Step = { readonly sheet: MovedSheet; readonly row: number; readonly outcome: Outcome; readonly apply: () => void }

/**
 * Mock handlers of moving in. They read JSON, and move customers, memberships, credit and vouchers in. Files with contact permissions or sold
 * seats are refused as unavailable. Addresses of customers are not stored.
 */
export function movingInHandlers(shop: MockShop): MockHandlers<Contract['movingIn']> {
  const moved: Moved = { accounts: new Map(), terms: new Map(), credit: new Map(), vouchers: new Map() }
  const run = (files: Files, options: { readonly isPreview: boolean }): Reply => {
    const sheets = readSentSheets(files)
    if (!sheets.ok) return sheets
    const file = readMovingIn(sheets.value, closest)
    const { permissions, orders, seats } = file.rows
    if (permissions.length + orders.length + seats.length > 0) return fail(problem('service-unavailable'))
    return ok(summaryOfMovingIn(moveIn(shop, moved, file, options), options))
  }
  return {
    preview: ({ body: { files } }) => run(files, { isPreview: true }),
    import: ({ body: { files } }) => run(files, { isPreview: false }),
  }
}

function moveIn(shop: MockShop, moved: Moved, file: ReadMovingIn, { isPreview }: { readonly isPreview: boolean }): MovingInReport {
  const problems: MovingInProblem[] = [...file.problems, ...checkMovingIn(file, knownShop(shop, moved), closest)]
  for (const { row, thing } of file.rows.vouchers) {
    const code = codeOf(thing)
    if (shop.vouchers.has(code) && !moved.vouchers.has(code))
      problems.push({ sheet: 'vouchers', row, column: 'code', value: maskCode(thing.code), fault: 'code-in-use', suggestion: null })
  }
  const steps = problems.length > 0 ? [] : stepsOf(shop, moved, file.rows)
  for (const { sheet, row, outcome } of steps)
    if (typeof outcome === 'object')
      problems.push({ sheet, row, column: 'balance', value: '', fault: 'spent-here', suggestion: (outcome.spent / 100).toFixed(2) })
  if (problems.length > 0) return { problems, counts: [], kept: [], reconciliation: [] }
  if (!isPreview) for (const { apply } of steps) apply()
  const countOf = (sheet: MovedSheet, outcome: Outcome): number =>
    steps.filter((step) => step.sheet === sheet && step.outcome === outcome).length
  return {
    problems,
    counts: movedSheetNames.map((sheet) => ({
      ...{ sheet, created: countOf(sheet, 'created'), changed: countOf(sheet, 'changed'), unchanged: countOf(sheet, 'unchanged') },
      spentSince: 0,
    })),
    kept: [],
    reconciliation: reconcile(file.rows),
  }
}

function knownShop(shop: MockShop, moved: Moved): Parameters<typeof checkMovingIn>[1] {
  const known = ({ customer }: MockAccount): KnownAccount => ({ id: customer.id, isProved: true })
  return {
    movedCustomers: new Map([...moved.accounts].map(([number, { customer }]) => [number, customer.id])),
    accounts: new Map([...shop.accounts].map(([email, account]) => [email.toLowerCase(), known(account)])),
    memberships: shop.brand.memberships.map(({ id }) => id),
    asked: shop.brand.account.permissions.asked,
    today: todayIn(shop),
    ...{ movedOrders: new Set(), performances: new Map() },
  }
}

const codeOf = ({ code }: { readonly code: string }): string => code.toUpperCase()

/** What the rows of a valid file do, in the order in which they refer to each other. */
function stepsOf(shop: MockShop, moved: Moved, { customers, memberships, credit, vouchers }: MovedRows): Step[] {
  const accountOf = (number: string): MockAccount => moved.accounts.get(number)!
  return [
    ...customers.map(({ row, thing }): Step => {
      const { id, email, title, firstName, lastName, phone } = thing
      const details = { email, title, firstName, lastName, phone }
      const account = moved.accounts.get(id) ?? shop.accounts.get(email)
      const isSame = account && Object.entries(details).every(([field, value]) => account.customer[field as keyof typeof details] === value)
      return {
        ...{ sheet: 'customers', row, outcome: !account ? 'created' : isSame ? 'unchanged' : 'changed' },
        apply: () => {
          if (account) shop.accounts.delete(account.customer.email)
          const customer = { id: crypto.randomUUID(), address: null, ...account?.customer, ...details }
          const entry = account ?? newAccount(customer)
          entry.customer = customer
          shop.accounts.set(email, entry)
          moved.accounts.set(id, entry)
        },
      }
    }),
    ...memberships.map(({ row, thing }): Step => {
      const { customer, membership, startsOn, expiresOn, value } = thing
      const key = JSON.stringify([customer, membership, startsOn])
      const account = moved.accounts.get(customer)
      const term = account?.terms.find(({ id }) => id === moved.terms.get(key))
      const isSame = term?.expiresOn === expiresOn && term.value === value
      return {
        ...{ sheet: 'memberships', row, outcome: !term ? 'created' : isSame ? 'unchanged' : 'changed' },
        apply: () => {
          const owner = accountOf(customer)
          const added = { ...(term ?? givenTerm(membership, startsOn)), expiresOn, value }
          owner.terms = [...owner.terms.filter(({ id }) => id !== added.id), added]
          moved.terms.set(key, added.id)
        },
      }
    }),
    ...credit.map(({ row, thing: { customer, balance } }): Step => {
      const opening = moved.credit.get(customer)
      return {
        ...{ sheet: 'credit', row, outcome: outcomeOf(opening, balance, moved.accounts.get(customer)?.credit ?? 0) },
        apply: () => {
          accountOf(customer).credit += balance - (opening ?? 0)
          moved.credit.set(customer, balance)
        },
      }
    }),
    ...vouchers.map(({ row, thing }): Step => {
      const code = codeOf(thing)
      const [opening, balance] = [moved.vouchers.get(code), shop.vouchers.get(code) ?? 0]
      return {
        ...{ sheet: 'vouchers', row, outcome: outcomeOf(opening, thing.balance, balance) },
        apply: () => {
          shop.vouchers.set(code, balance + thing.balance - (opening ?? 0))
          moved.vouchers.set(code, thing.balance)
        },
      }
    }),
  ]
}

/** What a balance of a file does to an account that opened with another one. Amounts in minor units. */
function outcomeOf(opening: number | undefined, inFile: number, balance: number): Outcome {
  if (opening === undefined) return 'created'
  if (opening === inFile) return 'unchanged'
  return balance + inFile - opening < 0 ? { spent: opening - balance } : 'changed'
}

const newAccount = (customer: MockAccount['customer']): MockAccount => ({
  ...{ customer, password: crypto.randomUUID(), failedLogins: 0, resetTokens: new Map(), credit: 0, terms: [] },
})

/** The figures of the file. The mock stores what it read, so those of the shop are the same. */
function reconcile(rows: MovedRows): Reconciliation[] {
  const line = (sheet: MovedSheet, part: string | null, count: number, sum: number | null): Reconciliation => ({
    ...{ sheet, part, rowsInFile: count, rowsInShop: count, sumInFile: sum, sumInShop: sum },
  })
  const sumOf = (things: readonly { readonly thing: { readonly balance: number } }[]): number =>
    things.reduce((sum, { thing }) => sum + thing.balance, 0)
  const levels = Map.groupBy(rows.memberships, ({ thing }) => thing.membership)
  return [
    line('customers', null, rows.customers.length, null),
    ...[...levels].map(([level, terms]) =>
      line(
        'memberships',
        level,
        terms.length,
        terms.reduce<number>((sum, { thing }) => sum + thing.value, 0),
      ),
    ),
    line('credit', null, rows.credit.length, sumOf(rows.credit)),
    line('vouchers', null, rows.vouchers.length, sumOf(rows.vouchers)),
  ]
}
