import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type RecordKind, recordKindRules, recordKinds } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useKindWords } from './kind-words.ts'
import { recordKindsQuery, recordsQuery } from './record-queries.ts'
import { useRecordName } from './reference-names.ts'

/** The kind in the path; undefined for an unknown one. */
export function useRecordKind(): RecordKind | undefined {
  const { kind } = useParams()
  return recordKinds.find((each) => each === kind)
}

/** The page of a path that names no kind. */
export function UnknownKind() {
  const t = useWords('catalogue')
  return (
    <Page>
      <PageHeading>{t('unknown')}</PageHeading>
      <p>
        <Link to="/smart/catalogue">{t('title')}</Link>
      </p>
    </Page>
  )
}

/** The kinds of records, with the numbers of each. */
export function CataloguePage() {
  const t = useWords('catalogue')
  const ofKind = useKindWords()
  const query = useQuery(recordKindsQuery)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <p>
        <Link to="/smart/changes">{t('changes')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      <ul role="list" className={styles['evenings']}>
        {(query.data ?? []).map(({ kind, offered, withdrawn }) => (
          <li key={kind}>
            <Link to={`/smart/catalogue/${kind}`}>{t(`kinds.${kind}.title`)}</Link>
            <span>{ofKind(kind, 'offered', { count: offered })}</span>
            <span className={styles['soft']}>{withdrawn > 0 && ofKind(kind, 'withdrawnCount', { count: withdrawn })}</span>
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** The records of the kind in the path, in the order of the theatre. */
export function RecordsPage() {
  const kind = useRecordKind()
  return kind ? <Records key={kind} kind={kind} /> : <UnknownKind />
}

function Records({ kind }: { readonly kind: RecordKind }) {
  const t = useWords('catalogue')
  const ofKind = useKindWords()
  const nameOf = useRecordName(kind)
  const { role } = useCounterState().clerk
  const query = useQuery(recordsQuery(kind))
  const isEditor = isStaffAllowed(role, 'edit-catalogue') && isStaffAllowed(role, recordKindRules[kind].permission)
  return (
    <Page>
      <PageHeading>{t(`kinds.${kind}.title`)}</PageHeading>
      <p>{t(`kinds.${kind}.lead`)}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        {isEditor && <LinkButton to={`/smart/catalogue/${kind}/new`}>{t(`kinds.${kind}.create`)}</LinkButton>}
        <Link to="/smart/catalogue">{t('title')}</Link>
        <Link to={`/smart/changes?subject=${kind}`}>{t('changes')}</Link>
      </div>
      <QueryStatus query={query} height={16} />
      {query.data?.length === 0 && <p>{t('none')}</p>}
      <ul role="list" className={styles['evenings']}>
        {(query.data ?? []).map(({ id, name, isWithdrawn }) => (
          <li key={id}>
            <Link to={`/smart/catalogue/${kind}/${id}`}>{nameOf({ id, name })}</Link>
            <span>{isWithdrawn ? ofKind(kind, 'withdrawn') : ''}</span>
            <span className={styles['soft']}>{id !== nameOf({ id, name }) && id}</span>
          </li>
        ))}
      </ul>
    </Page>
  )
}
