import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { contract, PlannedSaleWindows, ReplyOf } from '@playhouse/api-client/contract'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { maxSaleWindows, type SaleWindow } from '@playhouse/domain/sale-window'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { refreshProgramme, saleWindowsQuery } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { ShopPreviewForm } from './ShopPreviewForm.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'
import { useWallClock } from './wall-clock.ts'
import { draftOfWindows, windowsOf, withWindow } from './window-draft.ts'
import { useWindowText } from './useWindowText.ts'
import { WindowPreviews } from './WindowPreviews.tsx'
import { WindowFields } from './WindowFields.tsx'

/** When a production is on sale: its windows, and what they mean for each performance. */
export function SaleWindowsPage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const query = useQuery(saleWindowsQuery(event))
  return (
    <Page>
      <PageHeading>{t('windows.title')}</PageHeading>
      <p>
        <Link to={`/smart/productions/${event}`}>{query.data?.title ?? t('list.title')}</Link>
      </p>
      <QueryStatus query={query} height={20} />
      {query.data && <SaleWindows key={event} current={query.data} />}
    </Page>
  )
}

type Preview = ReplyOf<typeof contract.saleWindows.preview>

function SaleWindows({ current }: { readonly current: PlannedSaleWindows }) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const isEditor = isStaffAllowed(role, 'edit-sale-windows')
  const mutation = usePlanningMutation()
  /** What was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [drafts, setDrafts] = useState(() => draftOfWindows(current.windows))
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { form } = useInvalidFocus(mutation.problem)
  const windows = windowsOf(drafts)
  const { question } = useUnsavedGuard(reason !== '' || !isSameValue(drafts, draftOfWindows(base.windows)))
  const params = { event: base.event }
  const body = { version: base.version, windows, ...(reason.trim() !== '' && { reason }) }
  const invalid = mutation.problem?.code === 'invalid-input' ? mutation.problem.params.fields : []
  const change = (next: typeof drafts): void => {
    setDrafts(next)
    setPreview(undefined)
  }
  const fill = (planned: PlannedSaleWindows): void => {
    setBase(planned)
    change(draftOfWindows(planned.windows))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void mutation.send(() => api.saleWindows.preview({ params, body }), {
      onSuccess: setPreview,
      message: t('windows.previewed'),
    })
  }
  const save = (): void =>
    void mutation.send(() => api.saleWindows.edit({ params, body }), {
      onSuccess: async ({ saleWindows }) => {
        fill(saleWindows)
        setReason('')
        await refreshProgramme()
      },
      message: t('windows.saved'),
      focus: heading,
    })
  const keepMine = (): void => {
    setBase(current)
    setPreview(undefined)
    mutation.dismiss()
  }
  const takeTheirs = (): void => {
    fill(current)
    mutation.dismiss()
  }
  return (
    <>
      {question}
      <h2 ref={heading} tabIndex={-1}>
        {base.title}
      </h2>
      <p>{t(base.windows.length > 0 ? 'windows.lead' : 'windows.none')}</p>
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <ChangedFields fields={changedFields({ windows: base.windows }, { windows: current.windows })} />
            <Button onPress={keepMine}>{t('windows.keepMine')}</Button>
            <Button onPress={takeTheirs}>{t('windows.takeTheirs')}</Button>
          </>
        }
      />
      {isEditor ? (
        <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t('windows.title')}>
          {drafts.map((draft, nth) => (
            <WindowFields
              key={draft.key}
              window={draft}
              nth={nth}
              onChange={(next) => change(drafts.map((each) => (each.key === draft.key ? next : each)))}
              onRemove={() => change(drafts.filter(({ key }) => key !== draft.key))}
              refused={invalid.flatMap((field) => (field.startsWith(`windows.${nth}.`) ? [field.slice(`windows.${nth}.`.length)] : []))}
            />
          ))}
          {invalid.includes('windows') && <Notice tone="error" title={t('windows.general')} />}
          {drafts.length < maxSaleWindows && <Button onPress={() => change(withWindow(drafts))}>{t('windows.add')}</Button>}
          <TextField name="windows-reason" label={t('bulk.reason')} optional maxLength={500} value={reason} onChange={setReason} />
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {t('bulk.preview')}
          </Button>
        </form>
      ) : (
        <WindowList windows={base.windows} />
      )}
      {preview && (
        <PreviewPanel name="windows" preview={preview}>
          <ChangedFields fields={preview.fields} />
          <Button look="primary" isPending={mutation.isPending} isDisabled={preview.fields.length === 0} onPress={save}>
            {t('windows.apply')}
          </Button>
        </PreviewPanel>
      )}
      <ShopPreviewForm event={base.event} />
      {!preview && <WindowPreviews saleWindows={current} />}
      <Performances
        key={String(preview !== undefined)}
        isPreview={preview !== undefined}
        windows={preview ? windows : current.windows}
        performances={preview ? preview.performances : current.performances}
      />
    </>
  )
}

function WindowList({ windows }: { readonly windows: readonly SaleWindow[] }) {
  const { textOf } = useWindowText()
  return (
    <ul className={styles['their']}>
      {windows.map((window) => (
        <li key={textOf(window)}>{textOf(window)}</li>
      ))}
    </ul>
  )
}

/** Performances that are listed at once: a longer list is folded, except in a preview. */
const shown = 8

type PerformancesProps = Pick<PlannedSaleWindows, 'windows' | 'performances'> & { readonly isPreview: boolean }

/** When each performance is sold. */
function Performances({ windows, performances, isPreview }: PerformancesProps) {
  const t = useWords('planning')
  const { when } = useWallClock()
  const { dateAndTime } = useFormats()
  const { timeZone } = useBrand()
  const { whoOf } = useWindowText()
  const at = (instant: string): string => dateAndTime({ startsAt: instant, timeZone })
  return (
    <Disclosure
      level={2}
      label={t('windows.performances', { count: performances.length })}
      isInitiallyOpen={isPreview || performances.length <= shown}
    >
      <ul role="list" className={styles['lines']}>
        {performances.map(({ id, startsAt, state, periods }) => (
          <li key={id}>
            <span>
              {when(startsAt)}
              {state === 'draft' && ` · ${t('state.draft')}`}
              {periods.map(({ from, until }, nth) => {
                const window = windows[nth]
                const text = window && t('windows.period', { who: whoOf(window), from: at(from), until: at(until) })
                return (
                  // Periods are in the order of the windows.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={nth} className={styles['soft']}>
                    <br />
                    {text}
                  </span>
                )
              })}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
