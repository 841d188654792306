import { lazy, Suspense, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import type { TableDialogProps } from './TableDialog.tsx'

// Loaded by the press.
const TableDialog = lazy(async () => ({ default: (await import('./TableDialog.tsx')).TableDialog }))

export type BookTableProps = Pick<TableDialogProps, 'performance' | 'party' | 'now'> & {
  /** The theatre's partners; absent for none. */
  readonly partners: TableDialogProps['partners'] | undefined
}

/** Opens the theatre's partners for a table before a performance; nothing where the theatre has none. */
export function BookTable({ partners, ...rest }: BookTableProps) {
  const t = useWords('part')
  const [isOpen, setOpen] = useState<boolean>()
  if (!partners) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('table')}</Button>
      {isOpen !== undefined && (
        <Suspense>
          <TableDialog {...rest} partners={partners} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
