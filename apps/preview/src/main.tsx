import './no-eval.ts'
import '@playhouse/shop-ui/theme/tokens.css'
import '@playhouse/shop-ui/theme/base.css'
import './look/pressable.css'
import { installImmediateFocus } from '@playhouse/shop-ui/ui/immediateFocus'

// One page, two ways in: the workbench, and the stage that it frames or that stands alone on another device. All of it
// comes after the line above has run: schemas look for what it says when they are made.
async function start(place: HTMLElement): Promise<void> {
  installImmediateFocus()
  const { readLink } = await import('#setting')
  if (readLink(location.hash).isAlone) (await import('#stage')).startStage(place)
  else await (await import('#workbench')).startWorkbench(place)
}
void start(document.getElementById('preview')!)
