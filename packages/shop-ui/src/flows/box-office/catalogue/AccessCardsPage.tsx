import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListedAccessCard } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { AccessCardForm } from './AccessCardForm.tsx'
import { accessCardsQuery } from './record-queries.ts'

/** The cards of the access scheme: a search, and a form that adds or changes one. The search is in the URL. */
export function AccessCardsPage() {
  const t = useWords('catalogue')
  const { role } = useCounterState().clerk
  const [search, setSearch] = useSearchParams()
  const find = search.get('find') ?? ''
  const [typed, setTyped] = useState(find)
  const [edited, setEdited] = useState<ListedAccessCard>()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(accessCardsQuery(find))
  const isEditor = isStaffAllowed(role, 'edit-access-cards')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSearch(typed.trim() === '' ? {} : { find: typed.trim() })
  }
  const edit = (card: ListedAccessCard | undefined): void => {
    setEdited(card)
    heading.current?.focus()
  }
  return (
    <Page>
      <PageHeading>{t('accessCards.title')}</PageHeading>
      <p>{t('accessCards.lead')}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        <Link to="/smart/catalogue">{t('title')}</Link>
        <Link to="/smart/changes?subject=access-card">{t('changes')}</Link>
      </div>
      <search>
        <form className={styles['inline']} noValidate onSubmit={submit}>
          <TextField name="access-cards-find" label={t('accessCards.find')} value={typed} onChange={setTyped} maxLength={100} />
          <Button type="submit">{t('accessCards.search')}</Button>
        </form>
      </search>
      <QueryStatus query={query} height={16} />
      {query.data?.cards.length === 0 && <p>{t('accessCards.none')}</p>}
      {query.data && query.data.cards.length > 0 && <CardTable cards={query.data.cards} onEdit={isEditor ? edit : undefined} />}
      {query.data?.hasMore && <p>{t('accessCards.more')}</p>}
      {isEditor && (
        <section className={styles['panel']} aria-labelledby="access-card">
          <h2 id="access-card" ref={heading} tabIndex={-1}>
            {edited ? t('accessCards.edit', { id: edited.accessId }) : t('accessCards.add')}
          </h2>
          <AccessCardForm
            key={edited ? `${edited.accessId} ${edited.version}` : 'new'}
            card={edited}
            onSaved={() => edit(undefined)}
            onCancel={edited ? () => edit(undefined) : undefined}
          />
        </section>
      )}
    </Page>
  )
}

type TableProps = {
  readonly cards: readonly ListedAccessCard[]
  /** Absent for staff who may not change cards. */
  readonly onEdit: ((card: ListedAccessCard) => void) | undefined
}

function CardTable({ cards, onEdit }: TableProps) {
  const t = useWords('catalogue')
  const counter = useWords('box-office')
  const { list } = useFormats()
  const columns = ['id', 'lastName', 'needs', 'state', 'account'] as const
  const labelOf = (key: (typeof columns)[number]): string => (key === 'state' ? t('state') : t(`accessCards.${key}`))
  return (
    <DataTable isStacked label={t('accessCards.title')} columns={columns.map((key) => ({ key, label: labelOf(key) }))}>
      <tbody>
        {cards.map((card) => (
          <tr key={card.accessId}>
            <th scope="row">
              {onEdit ? (
                <Button look="quiet" aria-label={t('accessCards.changeOf', { id: card.accessId })} onPress={() => onEdit(card)}>
                  {card.accessId}
                </Button>
              ) : (
                card.accessId
              )}
            </th>
            <td data-label={labelOf('lastName')}>{card.lastName ?? t('accessCards.anyName')}</td>
            <td data-label={labelOf('needs')}>{list(card.types.map((type) => counter(`need.${type}`)))}</td>
            <td data-label={labelOf('state')}>{t(card.isWithdrawn ? 'accessCards.isWithdrawn' : 'accessCards.valid')}</td>
            <td data-label={labelOf('account')}>{t(card.isHeld ? 'accessCards.isHeld' : 'accessCards.isFree')}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
