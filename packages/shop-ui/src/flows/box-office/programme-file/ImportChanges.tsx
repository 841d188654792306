import type { ImportedThing, ImportSummary } from '@playhouse/domain/programme-import'
import { useFormats, useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'

/** Fields of things that no form of the screens names. */
const ownFields: ReadonlySet<string> = new Set([
  ...['copyLanguage', 'counter', 'performers', 'poster', 'priority', 'production', 'seatBlocks', 'timeZone', 'translations', 'web'],
])

/** What an import changes, or has changed: counts, and each thing with its changed fields. */
export function ImportChanges({ report }: { readonly report: ImportSummary }) {
  const t = useWords('programme-file')
  const { things, created, changed, unchanged } = report
  const total = created + changed
  return (
    <>
      <ul>
        <li>{t('changes.created', { count: created })}</li>
        <li>{t('changes.changed', { count: changed })}</li>
        <li>{t('changes.unchanged', { count: unchanged })}</li>
      </ul>
      {total === 0 && <p>{t('changes.none')}</p>}
      {total > 0 && (
        <Disclosure label={t('changes.details')}>
          <ul className={styles['their']}>
            {things.map((thing) => (
              <Thing key={`${thing.subject} ${thing.id}`} thing={thing} />
            ))}
          </ul>
          {total > things.length && <p>{t('changes.more', { count: total - things.length })}</p>}
        </Disclosure>
      )}
    </>
  )
}

function Thing({ thing: { subject, id, effect, fields } }: { readonly thing: ImportedThing }) {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  const { list } = useFormats()
  const nameOf = (field: string): string => {
    if (field.startsWith('price.')) return t('field.prices')
    return ownFields.has(field) ? t(`field.${field}`) : plan(`field.${field}`, { defaultValue: field })
  }
  const what = t(`subject.${subject}`, { id })
  const names = [...new Set(fields.map((field) => nameOf(field)))]
  return <li>{effect === 'created' ? t('changes.new', { what }) : t('changes.fields', { what, fields: list(names) })}</li>
}
