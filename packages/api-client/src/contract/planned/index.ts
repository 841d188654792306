import type { Endpoint } from '../endpoint.ts'

/**
 * Calls that are declared and not built yet, by group. Server and mocks answer each with `not-available-yet` (501), and
 * the typed client has none of them. To build one, move its declaration into the contract's own group.
 */
export const planned: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {}
