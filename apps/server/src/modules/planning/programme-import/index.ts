export { exportFolder, exportProgramme } from './export-programme.ts'
export { importProgramme } from './import-programme.ts'
export { importSources } from './import-sources.ts'
export { createImporter, type Importer } from './importer.ts'
