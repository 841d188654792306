import { lazy, Suspense, useState } from 'react'
import { serverNow } from '#browser'
import { loadMessages, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'
import type { TableDialogProps } from './TableDialog.tsx'

// Loaded by the press.
const TableDialog = lazy(async () => {
  const [{ TableDialog: Loaded }] = await Promise.all([import('./TableDialog.tsx'), loadMessages('table'), loadMessages('problem')])
  return { default: Loaded }
})

/** Opens the tables for a performance: those of the theatre's own restaurant, and its partners; nothing where it has neither. */
export function BookTable(props: Pick<TableDialogProps, 'performance' | 'party' | 'prepare'>) {
  const t = useWords('part')
  const { restaurant, tablePartners } = useBrand()
  const [isOpen, setOpen] = useState<boolean>()
  if (!restaurant && !tablePartners) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('table')}</Button>
      {isOpen !== undefined && (
        <Suspense>
          <TableDialog {...props} now={serverNow} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
