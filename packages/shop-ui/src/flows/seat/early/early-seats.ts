import type { Instance, Prices } from '@playhouse/api-client/contract'
import { areLevelsStacked, type Plan } from '@playhouse/domain/plan'
import { drawEarlyMap } from '@playhouse/seatmap/early/draw'
import { apiOrigin } from '#browser'
import { buildSeatingModel } from '../model/seating-model.ts'
import { insetOf, type PanelSizes } from '../map/inset-of.ts'
import type { EarlyTexts } from './early-texts.ts'

/** Data of a page that the server rendered: see `Boot`. */
type Boot = { readonly queries?: readonly (readonly [key: readonly unknown[], data: unknown])[] }

/** The attribute of the element that takes the early map, and that of the element with its texts. */
const slotSelector = '[data-early-map]'
const textsSelector = '[data-early-texts]'

/**
 * Draws the hall into a page that the server rendered, while the shop's scripts arrive. The seat screen takes it over.
 * Draws nothing on any other page, for a change of seats, or once the shop has started.
 */
export async function drawSeatsEarly(): Promise<void> {
  await documentParsed()
  const [, , event, id, , view] = location.pathname.split('/').map(decodeURIComponent)
  const slot = document.querySelector(slotSelector)
  const text = document.querySelector(textsSelector)?.getAttribute('data-early-texts')
  const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot
  const dataOf = (name: string): unknown => boot.queries?.find(([[first, second]]) => first === name && second === id)?.[1]
  const instance = dataOf('instance') as Instance | undefined
  const prices = dataOf('prices') as Prices | undefined
  if (globalThis.earlyMap || !slot || !text || !id || !instance || !prices || instance.event !== event) return
  if (new URLSearchParams(location.search).has('change')) return
  const texts = JSON.parse(text) as EarlyTexts
  const { hall, planVersion } = instance
  globalThis.earlyMap = drawEarlyMap({
    instance: id,
    planBytes: fetchOk(`${apiOrigin}/api/venues/${encodeURIComponent(hall)}/maps/${encodeURIComponent(planVersion)}/packed`).then(
      async (reply) => new Uint8Array(await reply.arrayBuffer()),
    ),
    availability: fetchOk(`${apiOrigin}/api/instances/${encodeURIComponent(id)}/availability`).then(
      (reply) => reply.json() as Promise<{ seats: string; version: number }>,
    ),
    slot: readyToDraw(slot).then(() => slot.shadowRoot ?? slot.attachShadow({ mode: 'open' })),
    offersOf: (plan) => ({
      bandOf: buildSeatingModel(plan, prices).bandOf,
      bands: new Map(texts.bands.map(({ band, ...offer }) => [band, offer])),
    }),
    wordsOf: (plan) => wordsFrom(texts, plan),
    viewOf: (plan) => viewOf(plan, view ?? 'all'),
    measureInset: (plan) => insetOf(panelsOf(plan)),
  })
}

/** The view that the seat screen would show. */
function viewOf(plan: Plan, view: string): string | undefined {
  const isShown = view === 'all' ? !areLevelsStacked(plan) : plan.views.some(({ id }) => id === view)
  return isShown ? view : undefined
}

function wordsFrom(texts: EarlyTexts, plan: Plan) {
  const tag = document.documentElement.lang
  const plural = new Intl.PluralRules(tag)
  const number = new Intl.NumberFormat(tag)
  return {
    areaName: (area: number) => plan.areas[area]!.name,
    areaPrice: (from: number | undefined) => texts.bands.find(({ priceFrom }) => priceFrom === from)?.from ?? texts.soldOut,
    areaLeft: (free: number) => (texts.left[plural.select(free)] ?? texts.left.other ?? '').replace('{n}', number.format(free)),
  }
}

/**
 * Sizes of the panels of the seat screen: of the visitor's seats as the loading screen shows them; of the others, which it does not show
 * yet, as the style sheets make them.
 */
function panelsOf(plan: Plan): PanelSizes {
  const end = document.querySelector<HTMLElement>('[data-early-panel]')
  const start = { width: 296, height: 44 }
  return { start, end: { width: end?.offsetWidth ?? 0, height: end?.offsetHeight ?? 0 }, top: plan.views.length > 1 ? 54 : 0, controls: 52 }
}

async function fetchOk(url: string): Promise<Response> {
  const reply = await fetch(url, { credentials: apiOrigin ? 'include' : 'same-origin' })
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  return reply
}

/** Resolves once the whole page has been read; its deferred scripts have not run then. */
async function documentParsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

/** Resolves once the styles of the page apply and its font can be drawn. */
async function readyToDraw(element: Element): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  await Promise.all(
    links.map((link) => link.sheet ?? new Promise((resolve) => ['load', 'error'].forEach((kind) => link.addEventListener(kind, resolve)))),
  )
  await document.fonts.load(`1rem ${getComputedStyle(element).fontFamily}`).catch(() => {})
}
