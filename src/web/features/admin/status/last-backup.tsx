import type { BackupState } from '#shared/contract/admin-status.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Service } from './service.tsx'
import { shownSize } from './status-texts.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The last complete backup, with a warning if it is too old. */
export function LastBackup({ backup, timeZone }: { backup: BackupState; timeZone: string }) {
  const { last, isOverdue, isNightly, failure } = backup
  return (
    <Service name="Last backup" state={stateOf(backup, timeZone)} isWell={!isOverdue && failure === null}>
      {last && (
        <Hint className="num">
          {shownSize(last.size)}, encrypted, with {last.files === 1 ? '1 file' : `${last.files} files`}.
        </Hint>
      )}
      {last !== null && last.lostFiles > 0 && (
        <Hint>
          {last.lostFiles === 1 ? '1 file was missing' : `${last.lostFiles} files were missing`} in the file store. Run
          npm run backup to see its name.
        </Hint>
      )}
      {failure && (
        <Hint>
          The backup of {shownMoment(failure.at, timeZone)} failed: {failure.reason}
        </Hint>
      )}
      {isOverdue && (
        <Hint>{isNightly ? 'Run npm run backup on the server.' : 'Nightly backups are off (BACKUP_NIGHTLY).'}</Hint>
      )}
    </Service>
  )
}

function stateOf({ last, isOverdue }: BackupState, timeZone: string): string {
  if (!last) return 'No backup yet'
  if (!isOverdue) return shownMoment(last.at, timeZone)
  const days = Math.floor((Date.now() - Date.parse(last.at)) / dayMs)
  return `Last backup is ${days === 1 ? '1 day' : `${days} days`} old`
}
