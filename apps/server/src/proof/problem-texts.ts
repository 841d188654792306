import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import type { ProblemDetails } from '@playhouse/domain/problem'
import de from '@playhouse/shop-ui/words/de/problem.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/problem.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/problem.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/problem.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/problem.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/problem.json' with { type: 'json' }
import { createMessages } from '#modules/messages'
import type { TestServer } from './test-server.ts'

const words = createMessages('problem', { en, 'en-us': enUs, sv, de, es, ht })

/** Returns the problem of a reply, once it has a text in each language, which names all values of the problem. */
export function readProblem({ theatre }: TestServer, reply: LightMyRequestResponse): Pick<ProblemDetails, 'code' | 'params'> {
  const { code, params } = reply.json<ProblemDetails>()
  const count = params['guests'] ?? params['tickets']
  const texts = locales.map((locale) => {
    const t = words(theatre.brand, locale)
    const [title, detail] = [t(`${code}.title`, { ...params, count }), t(`${code}.detail`, { ...params, count })]
    expect([title, detail].filter((text) => text === '' || text.startsWith(code) || text.includes('{{'))).toEqual([])
    for (const value of Object.values(params)) expect(detail, locale).toContain(String(value))
    return detail
  })
  // British and American English may have the same text.
  expect(new Set(texts).size).toBeGreaterThanOrEqual(locales.length - 1)
  return { code, params }
}
