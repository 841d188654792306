import type { Locale } from '@playhouse/domain/brand'
import { formatDate } from '@playhouse/domain/calendar'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { type Box, Paper } from './paper.ts'
import { inkStyles, margin, type PrintingBrand } from './print-job.ts'
import { ticketWords } from './ticket-words.ts'

/** One gift voucher; its texts are empty where none was given. `expiresOn`: the last day, an ISO date. */
export type PrintedVoucher = {
  readonly code: string
  readonly balance: Money
  readonly expiresOn: string | null
  readonly to: string
  readonly from: string
  readonly message: string
  /** The letter before it; absent where none begins with it. */
  readonly letter?: VoucherLetterPrint | undefined
}

/** A letter with vouchers. `lines`: its postal address, with the name of the recipient. `number`: of the order. */
export type VoucherLetterPrint = { readonly lines: readonly string[]; readonly number: string; readonly count: number }

/** Gift vouchers to print, as plain data that can be copied to a worker thread. Amounts in minor units. */
export type VoucherPrint = {
  readonly brand: PrintingBrand
  readonly locale: Locale
  /** Host of the shop, such as `tickets.example.org`. */
  readonly shop: string
  readonly vouchers: readonly PrintedVoucher[]
  /** ISO 8601 instant. */
  readonly soldAt: string
}

/** Points: the card, its coloured field, and the strip with the code. */
const card = { top: 64, height: 520, radius: 18, field: 236, strip: 84 }

/** Renders gift vouchers as a tagged PDF/UA in the brand's fonts and colours, each on its own page. */
export async function vouchersPdf(print: VoucherPrint): Promise<Uint8Array<ArrayBuffer>> {
  const { brand, locale, vouchers, soldAt } = print
  const say = ticketWords(brand, locale)
  const title = say('voucher.title', { brand: brand.name })
  const paper = new Paper({ brand, lang: languageTag(locale), title, createdAt: soldAt })
  for (const voucher of vouchers) {
    if (voucher.letter) {
      paper.turnPage(title)
      drawLetter(paper, print, voucher.letter)
      if (brand.isTestShop) paper.stamp(say('test.banner'), brand.colours.light.danger)
    }
    paper.turnPage(title)
    drawVoucher(paper, print, voucher)
    if (brand.isTestShop) paper.stamp(say('test.banner'), brand.colours.light.danger)
  }
  return paper.bytes()
}

/** Points: where an envelope with a window shows the address, and where the text begins. */
const letter = { addressTop: 128, lineHeight: 15, textTop: 300 }

function drawLetter(paper: Paper, { brand, locale }: VoucherPrint, { lines, number, count }: VoucherLetterPrint): void {
  const say = ticketWords(brand, locale)
  const { ink, soft } = inkStyles(brand)
  const section = paper.open('Sect', { title: say('voucher.letter.title') })
  const width = paper.width - 2 * margin
  let y = letter.addressTop
  const line = (tag: 'P' | 'H1', text: string, height: number, style: ReturnType<typeof ink>) => {
    y = paper.write(tag, [{ text, box: { x: margin, y, width, height }, ink: { ...style, smallest: 7 } }], section)
  }
  line('P', `${brand.legalName}, ${brand.contact.address}`, letter.lineHeight, ink('body', 8, soft))
  for (const text of lines) line('P', text, letter.lineHeight, ink('body', 12))
  y = letter.textTop
  line('H1', say('voucher.letter.title'), 40, ink('display', 26))
  y += 12
  line('P', say('voucher.letter.body', { count }), 36, ink('body', 12))
  line('P', say('calendar.help'), 20, ink('body', 12))
  line('P', say('calendar.order', { number }), 20, ink('body', 12, soft))
}

function drawVoucher(paper: Paper, print: VoucherPrint, { code, balance, expiresOn, to, from, message }: PrintedVoucher): void {
  const { brand, locale, shop } = print
  const say = ticketWords(brand, locale)
  const { ink, soft, line, accent, onAccent } = inkStyles(brand)
  const box: Box = { x: margin, y: card.top, width: paper.width - 2 * margin, height: card.height }
  const inner = { x: box.x + 36, width: box.width - 72 }
  const section = paper.open('Sect', { title: say('voucher.title', { brand: brand.name }) })
  const amount = formatMoney(balance, brand.currency, locale)

  paper.decorate((pdf) => {
    pdf.save().roundedRect(box.x, box.y, box.width, box.height, card.radius).clip()
    pdf.rect(box.x, box.y, box.width, card.field).fill(accent)
    // A curtain: folds of light across the coloured field.
    for (let fold = 0; fold < 9; fold++) {
      const x = box.x + (box.width / 9) * fold
      pdf
        .moveTo(x, box.y)
        .bezierCurveTo(x + 26, box.y + 90, x - 10, box.y + 150, x + 18, box.y + card.field)
        .lineTo(x + 34, box.y + card.field)
        .bezierCurveTo(x + 14, box.y + 150, x + 44, box.y + 90, x + 20, box.y)
        .fillOpacity(0.08)
        .fill(onAccent)
    }
    pdf.restore()
    pdf.roundedRect(box.x, box.y, box.width, box.height, card.radius).lineWidth(1).stroke(line)
  })
  const centred = (text: string, y: number, height: number, style: ReturnType<typeof ink>, smallest: number) => [
    { text, box: { ...inner, y, height }, ink: { ...style, align: 'center' as const, smallest } },
  ]
  paper.write('P', centred(brand.name, box.y + 30, 30, ink('display', 22, onAccent), 12), section)
  paper.write('H1', centred(say('voucher.heading'), box.y + 74, 24, ink('strong', 15, onAccent), 10), section)
  paper.write('P', centred(amount, box.y + 108, 92, ink('display', 76, onAccent), 24), section)

  let y = box.y + card.field + 24
  if (to !== '') y = paper.write('P', centred(say('voucher.to', { name: to }), y, 30, ink('display', 22), 11), section) + 8
  if (message !== '') y = paper.write('P', centred(`“${message}”`, y, 84, ink('body', 13, soft), 8), section) + 8
  if (from !== '') paper.write('P', centred(say('voucher.from', { name: from }), y, 18, ink('strong', 13), 9), section)

  const strip: Box = { x: inner.x, y: box.y + card.height - card.strip - 28, width: inner.width, height: card.strip }
  paper.decorate((pdf) =>
    pdf.roundedRect(strip.x, strip.y, strip.width, strip.height, 10).lineWidth(1).dash(3, { space: 3 }).stroke(line).undash(),
  )
  paper.write('P', centred(say('voucher.code'), strip.y + 12, 14, ink('body', 10, soft), 8), section)
  paper.write('P', centred(code, strip.y + 30, 40, ink('display', 32), 18), section)

  y = box.y + card.height + 24
  const note = (text: string, height: number) => {
    y = paper.write('P', [{ text, box: { x: margin, y, width: box.width, height }, ink: ink('body', 11) }], section) + 6
  }
  if (expiresOn !== null) note(say('voucher.until', { day: formatDate(`${expiresOn}T12:00:00Z`, 'UTC', locale) }), 16)
  note(say('voucher.use', { shop: `${shop}/redeem-gift-voucher` }), 46)
  note(say('voucher.keep'), 32)
  const seller = `${brand.legalName}, ${brand.contact.address}`
  paper.write(
    'P',
    [{ text: seller, box: { x: margin, y: paper.height - margin - 14, width: box.width, height: 14 }, ink: ink('body', 9, soft) }],
    section,
  )
}
