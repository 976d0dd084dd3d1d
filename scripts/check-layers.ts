import { circleRule } from './layers/circle-rule.ts'
import { columnRule } from './layers/column-rule.ts'
import { doorRule } from './layers/door-rule.ts'
import { formRule } from './layers/form-rule.ts'
import { formatRule } from './layers/format-rule.ts'
import { layerRule } from './layers/layer-rule.ts'
import { liveStateRule } from './layers/live-state-rule.ts'
import { packageRule } from './layers/package-rule.ts'
import { pageRule } from './layers/page-rule.ts'
import { readerRule } from './layers/reader-rule.ts'
import { registryRule } from './layers/registry-rule.ts'
import { roomRule } from './layers/room-rule.ts'
import { searchRule } from './layers/search-rule.ts'
import { silenceRule } from './layers/silence-rule.ts'
import { sizeRule } from './layers/size-rule.ts'
import { smallFileRule } from './layers/small-file-rule.ts'
import { readSourceFiles } from './layers/source-file.ts'
import { vendorNumberRule } from './layers/vendor-number-rule.ts'
import { vendorRule } from './layers/vendor-rule.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

const files = readSourceFiles(projectFolder)
const violations = [
  layerRule,
  roomRule,
  circleRule,
  doorRule,
  liveStateRule,
  packageRule,
  vendorRule,
  vendorNumberRule,
  registryRule,
  pageRule,
  formRule,
  readerRule,
  columnRule,
  searchRule,
  formatRule,
  silenceRule,
  sizeRule,
  smallFileRule,
].flatMap((rule) => rule(files))
for (const { path, line, message } of violations) print(`${path}:${line}  ${message}`)
print(`${files.length} files, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
