import { useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Dialog } from '#ui/Dialog'
import { OwnTables, type OwnTablesProps } from './OwnTables.tsx'
import { PartnerTables } from './PartnerTables.tsx'
import styles from './Tables.module.css'

export type TableDialogProps = {
  readonly performance: { readonly instance: string; readonly title: string; readonly startsAt: string; readonly timeZone: string }
  /** The number of people that is suggested. */
  readonly party?: number
  /** The server's time in epoch milliseconds. */
  readonly now: () => number
  readonly isOpen: boolean
  readonly onClose: () => void
} & Pick<OwnTablesProps, 'prepare'>

/** Tables for a performance: at the theatre's own restaurant, held with the basket, and at its partners. */
export function TableDialog({ performance, party = 2, now, isOpen, onClose, prepare }: TableDialogProps) {
  const t = useWords('table')
  const { restaurant, tablePartners } = useBrand()
  const partners = tablePartners && <PartnerTables performance={performance} party={party} partners={tablePartners} now={now} />
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t(restaurant ? 'own.title' : 'title', { title: performance.title })}>
      {restaurant ? (
        <>
          <OwnTables instance={performance.instance} party={party} now={now} onClose={onClose} prepare={prepare} />
          {partners && (
            <section aria-labelledby="table-partners" className={styles.fields}>
              <h3 id="table-partners">{t('own.others')}</h3>
              {partners}
            </section>
          )}
        </>
      ) : (
        partners
      )}
    </Dialog>
  )
}
