import { useState } from 'react'
import { sanitizeText } from '@playhouse/domain/sanitize'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './BoxOffice.module.css'
import { inlineText } from './customer-text.ts'

/** In characters; longer texts are collapsed. */
const maxCollapsedLength = 240

/** A text that a customer wrote. It is isolated from the text around it, and collapsed when it is long. */
export function CustomerText({ text }: { readonly text: string }) {
  const t = useWords('box-office')
  const [isExpanded, setExpanded] = useState(false)
  const sanitizedText = sanitizeText(text)
  const isLong = sanitizedText.length > maxCollapsedLength
  return (
    <>
      <bdi dir="auto" className={styles['their']}>
        {isLong && !isExpanded ? `${Array.from(sanitizedText).slice(0, maxCollapsedLength).join('')}…` : sanitizedText}
      </bdi>
      {isLong && (
        <Button look="quiet" aria-expanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
          {t(isExpanded ? 'their.less' : 'their.more')}
        </Button>
      )}
    </>
  )
}

/** A customer's name as one line of plain text. */
export const customerName = ({ title = '', firstName, lastName }: { title?: string; firstName: string; lastName: string }): string =>
  inlineText([title, firstName, lastName].filter(Boolean).join(' '))
