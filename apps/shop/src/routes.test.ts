import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { shopPaths } from '@playhouse/domain/shop-path'
import { routes } from './routes.tsx'

/** The paths under which something is shown: those that only lead elsewhere load nothing but a way on. */
const screensOf = (all: readonly RouteObject[], under = ''): string[] =>
  all.flatMap(({ path, children, index, loader }) => {
    const here = path?.startsWith('/') || !path ? (path ?? under) : `${under}/${path}`
    if (children) return screensOf(children, here)
    return index || loader ? [] : [here]
  })

it('has these screens and no others: the journeys look each of them over', async () => {
  await expect(`${screensOf(routes).toSorted().join('\n')}\n`).toMatchFileSnapshot('every-screen.txt')
})

/** The paths that only redirect. */
const redirectsOf = (all: readonly RouteObject[], under = ''): string[] =>
  all.flatMap(({ path, children, index, loader }) => {
    const here = path?.startsWith('/') || !path ? (path ?? under) : `${under}/${path}`
    if (children) return redirectsOf(children, here)
    return index || loader ? [here] : []
  })

it('has exactly the paths that the server answers with 200', () => {
  const paths = [...screensOf(routes).filter((path) => path !== '/*'), ...redirectsOf(routes)]
  expect(paths.toSorted()).toEqual(shopPaths.toSorted())
})
