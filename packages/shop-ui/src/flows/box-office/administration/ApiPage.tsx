import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import { tokenScopes } from '@playhouse/domain/api-token'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { apiFile } from '#browser'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { QueryStatus } from '../QueryStatus.tsx'
import { type ApiCall, apiCallsQuery, fieldsOf, type JsonSchema, typeText } from './api-document.ts'

/** Levels of nested fields that are shown; deeper ones are in the document. */
const deepest = 4

/** The calls of the API from the OpenAPI document, found by words of their path or summary (`?find=`). */
export function ApiPage() {
  const t = useWords('administration')
  const [search, setSearch] = useSearchParams()
  const find = search.get('find') ?? ''
  const sought = useDeferredValue(find).toLowerCase().split(/\s+/).filter(Boolean)
  const query = useQuery(apiCallsQuery)
  const textOf = ({ method, path, summary, group, scope }: ApiCall) => `${method} ${path} ${summary} ${group} ${scope ?? ''}`.toLowerCase()
  const calls = (query.data ?? []).filter((call) => sought.every((word) => textOf(call).includes(word)))
  const groups = [...new Set(calls.map(({ group }) => group))]
  return (
    <Page>
      <PageHeading>{t('api.title')}</PageHeading>
      <p>{t('api.lead')}</p>
      <p className={styles['code']}>{'curl -H "Authorization: Bearer $TOKEN" https://…/api/staff/productions'}</p>
      <div className={styles['inline']}>
        <a href={apiFile('/openapi.json')}>{t('api.document')}</a>
        <Link to="/smart/tokens">{t('tokens.title')}</Link>
      </div>
      <TextField
        name="find"
        label={t('api.find')}
        type="search"
        optional
        value={find}
        onChange={(text) => setSearch(text === '' ? {} : { find: text }, { replace: true, preventScrollReset: true })}
      />
      <QueryStatus query={query} height={24} />
      {query.data && <p role="status">{t('api.count', { count: calls.length })}</p>}
      {groups.map((group) => (
        <section key={group} aria-labelledby={`api-${group}`}>
          <h2 id={`api-${group}`}>{group}</h2>
          {calls
            .filter((call) => call.group === group)
            .map((call) => (
              <Disclosure key={`${call.method} ${call.path}`} label={<CallLabel call={call} />}>
                <CallDetails call={call} />
              </Disclosure>
            ))}
        </section>
      ))}
    </Page>
  )
}

const CallLabel = ({ call: { method, path, summary } }: { readonly call: ApiCall }) => (
  <span className={styles['their']}>
    <code>
      {method} {path}
    </code>{' '}
    <span className={styles['soft']}>{summary}</span>
  </span>
)

function CallDetails({ call: { caller, scope, parameters, body, reply } }: { readonly call: ApiCall }) {
  const t = useWords('administration')
  const known = tokenScopes.find((each) => each === scope)
  const isCaller = (['anyone', 'token', 'staffSession', 'session', 'signature'] as const).find((each) => each === caller)
  return (
    <div className={styles['their']}>
      <p>
        {t(`api.caller.${isCaller ?? 'anyone'}`)}
        {scope !== undefined && (
          <>
            {' '}
            <code>{scope}</code>
            {known && caller === 'token' && ` (${t(`scope.${known}`)})`}
          </>
        )}
      </p>
      {parameters.length > 0 && (
        <>
          <h4>{t('api.parameters')}</h4>
          <Fields fields={parameters} level={1} />
        </>
      )}
      {body && fieldsOf(body).length > 0 && (
        <>
          <h4>{t('api.body')}</h4>
          <Fields fields={fieldsOf(body)} level={1} />
        </>
      )}
      {reply && (
        <>
          <h4>{t('api.reply')}</h4>
          <Fields fields={fieldsOf(reply)} level={1} />
        </>
      )}
    </div>
  )
}

type FieldsProps = {
  readonly fields: readonly { readonly name: string; readonly isRequired: boolean; readonly schema: JsonSchema }[]
  readonly level: number
}

function Fields({ fields, level }: FieldsProps) {
  const t = useWords('administration')
  return (
    <ul>
      {fields.map(({ name, isRequired, schema }) => {
        const nested = level < deepest ? fieldsOf(schema) : []
        return (
          <li key={name}>
            <code>{name}</code>: {typeText(schema)}
            {!isRequired && ` (${t('api.optional')})`}
            {nested.length > 0 && <Fields fields={nested} level={level + 1} />}
          </li>
        )
      })}
    </ul>
  )
}
