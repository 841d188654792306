import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormEntry, formEntryStates } from '@playhouse/api-client/contract'
import { textIn } from '@playhouse/domain/text-in'
import { useDayFormat, useFormats, useLocale, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Select } from '#form/Select'
import { MutationOutcome } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { formEntriesQuery, useStaffMutation } from './counter-state.ts'
import { CsvButton } from './CsvButton.tsx'
import { inlineText } from './customer-text.ts'
import { CustomerText } from './CustomerText.tsx'
import { QueryStatus } from './QueryStatus.tsx'

type EntryState = (typeof formEntryStates)[number]
type StateFilter = EntryState | 'all'
/** The option for all forms, which no form has as its id. */
const allForms = ''

/** What visitors sent with forms, by form and by whether it was answered. */
export function FormEntriesPage() {
  const t = useWords('box-office')
  const locale = useLocale()
  const [form, setForm] = useState(allForms)
  const [state, setState] = useState<StateFilter>('new')
  const filter = { ...(form !== allForms && { form }), ...(state !== 'all' && { state }) }
  const query = useQuery(formEntriesQuery(filter))
  const mutation = useStaffMutation()
  const summary = useRef<HTMLParagraphElement>(null)
  const mark = async ({ id: entry, answered, email }: FormEntry): Promise<void> => {
    const isAnswered = answered === null
    await mutation.send(() => api.staffForms.mark({ params: { entry }, body: { isAnswered } }), {
      message: t(isAnswered ? 'forms.marked' : 'forms.reopened', { email: inlineText(email) }),
      focus: summary,
    })
    await queryClient.invalidateQueries({ queryKey: formEntriesQuery().queryKey })
  }
  const entries = query.data?.entries ?? []
  const unanswered = query.data?.forms.reduce((sum, each) => sum + each.unanswered, 0) ?? 0
  const forms = (query.data?.forms ?? []).map(({ form: value, title, unanswered: count }) => ({
    ...{ value, label: textIn(title, locale), detail: String(count) },
  }))
  return (
    <Page>
      <PageHeading>{t('forms.title')}</PageHeading>
      <MutationOutcome mutation={mutation} />
      <div className={styles['inline']}>
        <Select
          name="entry-form"
          label={t('forms.form')}
          value={form}
          onChange={setForm}
          options={[{ value: allForms, label: t('forms.all') }, ...forms]}
        />
        <Select
          name="entry-state"
          label={t('forms.state')}
          value={state}
          onChange={setState}
          options={(['new', 'answered', 'all'] as const).map((value) => ({ value, label: t(`forms.states.${value}`) }))}
        />
        {entries.length > 0 && <EntriesCsv entries={entries} />}
      </div>
      <QueryStatus query={query} height={12} />
      {query.data && (
        <>
          <p ref={summary} tabIndex={-1}>
            {entries.length === 0 ? t('forms.none') : t('forms.count', { count: entries.length })}{' '}
            {t('forms.unanswered', { count: unanswered })}
          </p>
          <div className={styles['list']}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} isPending={mutation.isPending} onMark={() => void mark(entry)} />
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

type EntryProps = { readonly entry: FormEntry; readonly isPending: boolean; readonly onMark: () => void }

function Entry({ entry: { id, title, performance, email, answers, at, answered, until }, isPending, onMark }: EntryProps) {
  const t = useWords('box-office')
  const locale = useLocale()
  const { instant, when } = useFormats()
  const answerText = useAnswerText()
  const label = t(answered ? 'forms.reopen' : 'forms.mark')
  return (
    <section className={styles['panel']} aria-labelledby={`entry-${id}`}>
      <h2 id={`entry-${id}`}>
        {textIn(title, locale)}, {instant(at)}
      </h2>
      <p>
        <Link to={`/events/${performance.event}/${performance.instance}`}>
          {performance.title}, {when(performance)}
        </Link>
      </p>
      <dl className={styles['answers']}>
        {answers.map((field) => (
          <div key={field.id}>
            <dt>{textIn(field.label, locale)}</dt>
            <dd>
              <CustomerText text={answerText(field)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles['soft']}>
        {answered ? t('forms.answeredBy', { name: answered.by, when: instant(answered.at) }) : t('forms.isNew')}{' '}
        {t('forms.until', { when: instant(until) })}
      </p>
      <div className={styles['inline']}>
        <a className={styles['their']} href={`mailto:${encodeURIComponent(email)}`}>
          {t('forms.write', { email: inlineText(email) })}
        </a>
        <Button isPending={isPending} onPress={onMark} aria-label={t('forms.of', { action: label, email: inlineText(email) })}>
          {label}
        </Button>
      </div>
    </section>
  )
}

/** Returns an answer as a text in the staff user's language. */
function useAnswerText(): (field: FormEntry['answers'][number]) => string {
  const t = useWords('box-office')
  const locale = useLocale()
  const { list } = useFormats()
  const formatDay = useDayFormat()
  return ({ kind, answer }) => {
    if (typeof answer === 'boolean') return t('forms.agreed')
    if (typeof answer !== 'string') return list(answer.map((choice) => textIn(choice, locale)))
    return kind === 'date' ? formatDay(answer) : answer
  }
}

/** Downloads the entries on the screen; each field that any of them answers has a column. */
function EntriesCsv({ entries }: { readonly entries: readonly FormEntry[] }) {
  const t = useWords('box-office')
  const locale = useLocale()
  const { when } = useFormats()
  const answerText = useAnswerText()
  const columns = new Map(entries.flatMap(({ answers }) => answers.map(({ id, label }) => [id, textIn(label, locale)] as const)))
  return (
    <CsvButton
      label={t('forms.csv')}
      file="forms"
      rows={() => [
        [t('forms.at'), t('forms.form'), t('forms.performance'), t('forms.state'), ...columns.values()],
        ...entries.map(({ at, title, performance, answered, answers }) => [
          ...[at, textIn(title, locale), `${performance.title}, ${when(performance)}`, t(`forms.states.${answered ? 'answered' : 'new'}`)],
          ...[...columns.keys()].map((id) => {
            const field = answers.find((each) => each.id === id)
            return field ? answerText(field) : ''
          }),
        ]),
      ]}
    />
  )
}
