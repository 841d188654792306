export { startWorkbench } from './start-workbench.tsx'
