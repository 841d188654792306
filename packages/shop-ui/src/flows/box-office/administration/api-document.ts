import { queryOptions } from '@tanstack/react-query'
import { apiFile } from '#browser'

/** A JSON schema of the OpenAPI document, as far as the page shows it. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

type Media = { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
type Operation = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: JsonSchema }[]
  readonly requestBody?: Media
  readonly responses?: Readonly<Record<string, Media>>
}
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** One call of the API, as the page shows it. */
export type ApiCall = {
  readonly method: string
  readonly path: string
  readonly group: string
  readonly summary: string
  /** The callers: `anyone`, or the name of a security scheme of the document. */
  readonly caller: string
  /** The permission of staff, which is also the scope of a token. */
  readonly scope: string | undefined
  readonly parameters: readonly { readonly name: string; readonly isRequired: boolean; readonly schema: JsonSchema }[]
  readonly body: JsonSchema | undefined
  readonly reply: JsonSchema | undefined
}

const schemaOf = (media: Media | undefined): JsonSchema | undefined => Object.values(media?.content ?? {})[0]?.schema

/** The calls of an OpenAPI document, in the order of their paths. */
export const callsOf = ({ paths }: OpenApi): ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [caller = 'anyone', scopes = []] = Object.entries(operation.security?.[0] ?? {})[0] ?? []
      return {
        ...{ method: method.toUpperCase(), path, caller, scope: scopes[0] },
        group: operation.tags?.[0] ?? '',
        summary: operation.summary ?? '',
        parameters: (operation.parameters ?? []).map(({ name, required = false, schema = {} }) => ({ name, isRequired: required, schema })),
        body: schemaOf(operation.requestBody),
        reply: schemaOf(operation.responses?.['200']),
      }
    }),
  )

/** The OpenAPI document of the server. It changes only with a new version of the server. */
export const apiCallsQuery = queryOptions({
  queryKey: ['counter', 'api-document'],
  queryFn: async () => {
    const response = await fetch(apiFile('/openapi.json'))
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return callsOf((await response.json()) as OpenApi)
  },
  staleTime: Infinity,
})

/** The type of a schema in short: `string (date)`, `"a" | "b"`, `object[]`, `integer | null`. */
export function typeText(schema: JsonSchema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(typeText))].join(' | ')
  if (schema.allOf) return [...new Set(schema.allOf.map(typeText))].join(' & ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items) return `${typeText(schema.items).replace(/^(.* \| .*)$/, '($1)')}[]`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])
  return types.join(' | ') + (schema.format === undefined ? '' : ` (${schema.format})`)
}

type Field = { readonly name: string; readonly isRequired: boolean; readonly schema: JsonSchema }

/** The fields of a schema, of its items and of its variants. A field that some variant lacks is not required. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(fieldsOf).filter((fields) => fields.length > 0)
  const always = [...(schema.items ? [schema.items] : []), ...(schema.allOf ?? [])].flatMap(fieldsOf)
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    ...{ name, schema: field },
    isRequired: schema.required?.includes(name) ?? false,
  }))
  const ofVariants = variants.flat().map((field) => ({
    ...field,
    isRequired: variants.every((fields) => fields.some(({ name, isRequired }) => name === field.name && isRequired)),
  }))
  return [...new Map([...ofVariants, ...always, ...own].map((field) => [field.name, field])).values()]
}
