import { expect, it } from 'vitest'
import { checkedFiles, hitsIn, isReleasedMigration } from './check.mjs'
import { hitsInText, rules } from './rules.mjs'

const unclear = [
  'looks a seat plan over',
  'Nobody gives seats back so often who wants to see a play: see the limits.',
  'Somebody was quicker by a hair: another look finds their claim.',
  'who `has_slipped` was a hair too late. To whoever has none of these, the seats belong.',
  "they are whoever's is served, and what is left over goes where it may",
  'the provider, who has patience with a house and not with each of its customers',
  'Whoever looked by a link is nobody in particular again.',
  'Who says nothing says no more than `{}` does',
  'Whoever has no visit yet has nothing to change but by calls that count by network.',
  'What the wish is called by whoever asks: it is granted once.',
  'left out by whoever shows nobody a price',
  'Payments of a basket after which it is so: whoever goes on starting and giving up would keep the seats from everybody.',
  "A person sees to a refund of this order that waits for one. Where it doesn't any more, the order as it stands says so.",
  'whoever sent them meant no good, or made a mistake',
  "their notes and needs are nobody's pastime",
  'whoever adds one needs tell nobody',
  'Seats whose hold somebody took over meanwhile are not its own any more.',
  'Words stay words: an apostrophe stands before any that would be reckoned out.',
  'Told of seats as they change: of some of them, or that all were told anew.',
  'Said as nothing, so that a title can be taken back.',
  'a second of work, which the page goes on beside',
  'Without a chance to tidy up.',
  'nobody runs errands of topic x',
  'nobody is at the counter',
  '${hostname} says too much',
  'The seats themselves are the caller’s to see to, in the same transaction.',
  'What is found here was left by a mistake of ours: it is put right.',
  'A lock is for strangers: on a known device the password opens the account.',
  'Money that is gone is written down as a refund.',
  'Only where to look next: what became of the payment is asked.',
  'puts facts and a way on into a problem',
  'Ends all streams in peace: browsers come back.',
  'Discounted at most so many tickets an order, the dearest first.',
  'A plan knows no prices.',
  'Of the skeleton, in rem.',
  'Totals agree to the penny.',
]

it.each(unclear)('refuses "%s"', (text) => {
  expect(hitsInText(text)).not.toEqual([])
})

it.each([
  'House seats are kept for the box office.',
  'Front of house scans tickets before the evening performance.',
  'Retries the evening performance after a lost race.',
  'The main house and the studio share one plan.',
  'Kept seats are for members.',
  'A pointer is a mouse, a finger or a stylus; the card can be seen to close.',
  'Two of the visitors know the code of the performance.',
  'One of ours is paid; a refund may cover several of ours.',
])('passes the words of the trade: "%s"', (text) => {
  expect(hitsInText(text)).toEqual([])
})

it('reads comments, test titles and messages, and no other strings', () => {
  const source = [
    '// Nobody waits.',
    "it('tells who paid', () => {})",
    "throw new RangeError('somebody paid twice')",
    "logger.warn({ id }, 'a seat was given back')",
    "const key = 'nobody'",
  ].join('\n')
  expect(hitsIn('a.ts', source).map(({ line, rule }) => [line, rule.id])).toEqual([
    [1, 'unnamed-actor'],
    [2, 'say-for-return'],
    [3, 'unnamed-actor'],
    [4, 'give-back'],
  ])
})

it('reads the prose of Markdown and of styles, not their code', () => {
  expect(hitsIn('a.md', 'Whoever reads `nobody`.\n\n```sh\nnobody\n```\n').map(({ words }) => words)).toEqual(['Whoever'])
  expect(hitsIn('a.css', '.nobody {} /* somebody */').map(({ words }) => words)).toEqual(['somebody'])
})

it('waives a hit in place, with a reason', () => {
  expect(hitsIn('a.ts', '// plain-words: allow evening (the column is named so)\n// evening')).toEqual([])
  expect(hitsIn('a.ts', '// plain-words: allow evening ()\n// evening')).toHaveLength(2)
})

it('exempts released migrations, which never change, and checks later ones', () => {
  const folder = 'apps/server/src/db/migrations'
  expect(isReleasedMigration(`${folder}/0025-forgotten-baskets.ts`)).toBe(true)
  expect(isReleasedMigration(`${folder}/0026-unmatched-payments.ts`)).toBe(false)
  expect(checkedFiles()).toContain(`${folder}/index.ts`)
  expect(checkedFiles()).toContain(`${folder}/0026-unmatched-payments.ts`)
})

it('checks the whole repository, by rules that each name a better word', () => {
  expect(checkedFiles().length).toBeGreaterThan(1000)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const { id, better, pattern } of rules) expect([better.length > 4, pattern.flags.includes('g')], id).toEqual([true, true])
})
