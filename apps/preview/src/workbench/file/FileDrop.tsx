import { FileUp } from 'lucide-react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/parts/Button'
import styles from './FileDrop.module.css'

type FileDropProps = { readonly isReading: boolean; readonly onFile: (file: File) => void }

/** Takes a plan by drop, by paste or by choosing it. What it holds stays in this tab, and says so. */
export function FileDrop({ isReading, onFile }: FileDropProps) {
  const t = useWords('preview')
  return (
    <DropZone
      aria-label={t('file.drop')}
      className={styles['drop'] ?? ''}
      onDrop={async ({ items }) => {
        const item = items.find(({ kind }) => kind === 'file')
        if (item?.kind === 'file') onFile(await item.getFile())
      }}
    >
      <FileTrigger acceptedFileTypes={['.json', '.plan', 'application/json']} onSelect={(files) => files?.[0] && onFile(files[0])}>
        <Button isPending={isReading}>
          {!isReading && <FileUp aria-hidden="true" />}
          {t('file.choose')}
        </Button>
      </FileTrigger>
      <p className={styles['hint']}>{t('file.hint')}</p>
    </DropZone>
  )
}
