import type { ImportSummary } from '@playhouse/domain/programme-import'
import { leastImageSize } from '@playhouse/domain/image-size'
import { useWords } from '#i18n'
import { FileProblems } from '../file-import/FileProblems.tsx'

/** Everything that is wrong in programme files. */
export function ImportProblems({ report }: { readonly report: ImportSummary }) {
  const t = useWords('programme-file')
  return <FileProblems report={report} faultOf={(fault) => t(`fault.${fault}`)} suggestionOf={useSuggestion()} />
}

/** Returns what to write instead, or what a problem refers to, as a text. */
function useSuggestion(): (problem: ImportSummary['problems'][number]) => string {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  const hall = useWords('hall')
  return ({ fault, suggestion }) => {
    if (suggestion === null) return ''
    switch (fault) {
      case 'repeated-key':
        return t('suggestion.row', { row: suggestion })
      case 'too-long':
        return t('suggestion.longest', { longest: suggestion })
      case 'too-many-rows':
        return t('suggestion.most', { most: suggestion })
      case 'other-number-of-seats':
        return t('suggestion.seats', { seats: suggestion })
      case 'address-taken':
        return t('suggestion.owner', { owner: suggestion })
      case 'fixed-while-on-sale':
      case 'hall-name-kept':
      case 'price-type-kept':
      case 'state-kept':
        return t('suggestion.kept', { value: suggestion })
      case 'not-a-plan':
        return hall(`reason.${suggestion}`)
      case 'not-an-image':
        return plan(`image.reason.${suggestion}`, { size: plan('image.leastSize', leastImageSize) })
      case 'incomplete': {
        const [kind = '', detail = ''] = suggestion.split(': ', 2)
        return plan(`missing.${kind}`, { detail })
      }
      default:
        return suggestion
    }
  }
}
