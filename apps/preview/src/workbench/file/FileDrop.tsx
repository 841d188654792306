import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import styles from './FileDrop.module.css'

type FileDropProps = { readonly isReading: boolean; readonly onFile: (file: File) => void }

/** Opens a plan by drop, paste or file dialog. The plan stays in this tab, as the text states. */
export function FileDrop({ isReading, onFile }: FileDropProps) {
  const t = useWords('preview')
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropZone
      aria-label={t('file.drop')}
      className={styles['drop'] ?? ''}
      onDrop={async ({ items }) => {
        const item = items.find(({ kind }) => kind === 'file')
        if (item?.kind === 'file') onFile(await item.getFile())
      }}
    >
      <Button isPending={isReading} onPress={() => input.current?.click()}>
        {!isReading && <FileUp aria-hidden="true" />}
        {t('file.choose')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,.plan,.svg,.csv,application/json"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file may be chosen again after a fix.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <p className={styles['hint']}>{t('file.hint')}</p>
    </DropZone>
  )
}
