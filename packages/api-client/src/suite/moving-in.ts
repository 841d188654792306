import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly administrator: () => Promise<ApiClient>
  readonly programmer: () => Promise<ApiClient>
}
type Sheets = Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>

const filesOf = (sheets: Sheets) => [{ name: 'former.json', file: btoa(JSON.stringify(sheets)) }]

/** Customers, balances and vouchers that an administrator brings from another system. */
export function describeMovingIn({ visitor, administrator: signIn, programmer }: Parts): void {
  /** A customer with credit, and a gift voucher. */
  const former = () => {
    const stamp = Date.now()
    const [number, email] = [`F${stamp}`, `moved-${stamp}@audience.example`]
    const sheets = {
      customers: [{ customer: number, 'e-mail': email, 'first name': 'Viola', 'last name': `Moved${stamp}` }],
      credit: [{ customer: number, balance: '37.50' }],
      vouchers: [{ code: `MOVED-${stamp}`, balance: 25 }],
    }
    return { number, email, sheets }
  }
  const newRows = ['customers', 'credit', 'vouchers'].map((sheet) => ({
    sheet,
    created: 1,
    changed: 0,
    unchanged: 0,
    kept: 0,
    spentSince: 0,
  }))
  const figures = [
    { sheet: 'customers', rowsInFile: 1, rowsInShop: 1, sumInFile: null, sumInShop: null },
    { sheet: 'credit', rowsInFile: 1, rowsInShop: 1, sumInFile: 37_50, sumInShop: 37_50 },
    { sheet: 'vouchers', rowsInFile: 1, rowsInShop: 1, sumInFile: 25_00, sumInShop: 25_00 },
  ]

  it('moves a customer, credit and a voucher in after a preview, and changes nothing the second time', async () => {
    const administrator = await signIn()
    const { email, sheets } = former()
    const body = { files: filesOf(sheets) }
    const find = () => administrator.staff.findCustomers({ body: { query: email } })
    const findVoucher = () => administrator.staffVouchers.find({ body: { code: sheets.vouchers[0]!.code } })
    const preview = value(await administrator.movingIn.preview({ body }))
    expect(preview).toMatchObject({ problems: [], problemCount: 0, kept: [], differences: 0, isImported: false })
    expect(preview.counts).toEqual(expect.arrayContaining(newRows))
    for (const line of figures) expect(preview.reconciliation).toContainEqual({ part: null, ...line })
    expect(code(await find())).toBe('no-customer')
    expect(code(await findVoucher())).toBe('voucher-not-recognised')

    const imported = value(await administrator.movingIn.import({ body }))
    expect(imported).toEqual({ ...preview, isImported: true })
    const [customer] = value(await find()).customers
    expect(customer).toMatchObject({ email })
    expect(value(await findVoucher())).toMatchObject({ balance: 25_00 })
    expect(code(await visitor().auth.login({ body: { email, password: 'Curtain-27-Rises' } }))).toBe('login-failed')

    const again = value(await administrator.movingIn.import({ body }))
    expect(again).toMatchObject({ differences: 0, isImported: true })
    expect(again.counts.map(({ created, changed }) => created + changed).every((count) => count === 0)).toBe(true)
    expect(again.counts.filter(({ unchanged }) => unchanged === 1).map(({ sheet }) => sheet)).toEqual(['customers', 'credit', 'vouchers'])
    expect(value(await find()).customers).toHaveLength(1)
    expect(value(await findVoucher())).toMatchObject({ balance: 25_00 })
  })

  it('returns every problem of the files at once, and moves nothing in', async () => {
    const administrator = await signIn()
    const { number, email, sheets } = former()
    const faulty = {
      ...sheets,
      customers: [...sheets.customers, { customer: `${number}b`, 'e-mail': 'viola', 'first name': 'Viola', 'last name': '' }],
      credit: [{ customer: `${number}c`, balance: 'ten' }],
      vouchers: [{ code: '123456789', balance: 25 }],
      tickets: [],
    }
    const problems = [
      ['tickets', null, null, 'unknown-sheet'],
      ['customers', 3, 'last name', 'missing'],
      ['credit', 2, 'balance', 'not-an-amount'],
      ['vouchers', 2, 'code', 'guessable-code'],
    ]
    const body = { files: filesOf(faulty) }
    for (const report of [value(await administrator.movingIn.preview({ body })), value(await administrator.movingIn.import({ body }))]) {
      expect(report.problems.map(({ sheet, row, column, fault }) => [sheet, row, column, fault])).toEqual(problems)
      expect(report).toMatchObject({ problemCount: 4, reconciliation: [], isImported: false })
      expect(JSON.stringify(report), 'the code of a voucher').not.toContain('123456789')
    }
    expect(code(await administrator.staff.findCustomers({ body: { query: email } }))).toBe('no-customer')
  })

  it('refuses files that are no spreadsheet by name, and all staff but administrators', async () => {
    const files = [{ name: 'former.xls', file: btoa('\xd0\xcf\x11\xe0') }]
    expect(await (await signIn()).movingIn.preview({ body: { files } })).toMatchObject({
      error: { code: 'spreadsheet-refused', params: { file: 'former.xls', reason: 'old-excel' } },
    })
    const others = await programmer()
    const body = { files: filesOf(former().sheets) }
    expect(code(await others.movingIn.preview({ body }))).toBe('not-allowed')
    expect(code(await others.movingIn.import({ body }))).toBe('not-allowed')
  })
}
