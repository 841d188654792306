import './no-eval.ts'
import '@playhouse/shop-ui/theme/tokens.css'
import '@playhouse/shop-ui/theme/base.css'
import './look/pressable.css'
import { installImmediateFocus } from '@playhouse/shop-ui/ui/immediateFocus'

// One page with two modes: the workbench with its controls, and the stage, the previewed screen. The workbench shows the stage in a frame; it
// also runs alone on another device.
// `no-eval.ts` must be imported first, because schemas read its setting when they are created.
async function start(place: HTMLElement): Promise<void> {
  installImmediateFocus()
  const { readLink } = await import('#setting')
  if (readLink(location.hash).isAlone) (await import('#stage')).startStage(place)
  else await (await import('#workbench')).startWorkbench(place)
}
void start(document.getElementById('preview')!)
