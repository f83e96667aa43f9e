import type { BackupState } from '#shared/contract/admin-status.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Service } from './service.tsx'
import { shownSize } from './status-texts.ts'

const dayMs = 24 * 60 * 60 * 1000

type Props = { backup: BackupState; isWell: boolean; timeZone: string }

/** The last complete backup and the archive of the write-ahead log, with hints about their failures. */
export function LastBackup({ backup, isWell, timeZone }: Props) {
  const { last, isOverdue, isNightly, failure, wal } = backup
  return (
    <Service name="Last backup" state={stateOf(backup, timeZone)} isWell={isWell}>
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
      {wal?.isFailing && <Hint>{shownFailure(wal, timeZone)}</Hint>}
      {wal?.archivedAt != null && !wal.isFailing && (
        <Hint>The write-ahead log was archived at {shownMoment(wal.archivedAt, timeZone)}.</Hint>
      )}
    </Service>
  )
}

function shownFailure({ archivedAt, reason }: NonNullable<BackupState['wal']>, timeZone: string): string {
  const sinceText = archivedAt === null ? 'yet' : `since ${shownMoment(archivedAt, timeZone)}`
  return `The write-ahead log has not been archived ${sinceText}${reason === null ? '. See the log of PostgreSQL.' : `: ${reason}`}`
}

function stateOf({ last, isOverdue }: BackupState, timeZone: string): string {
  if (!last) return 'No backup yet'
  if (!isOverdue) return shownMoment(last.at, timeZone)
  const days = Math.floor((Date.now() - Date.parse(last.at)) / dayMs)
  return `Last backup is ${days === 1 ? '1 day' : `${days} days`} old`
}
