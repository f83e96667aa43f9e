import { ActionIcon, Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileMusic, IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { transcriptFileTypes } from '#web/api/transcript-file.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { type ChosenFile, recordingChoice } from './accepted-files.ts'
import classes from './upload.module.css'

type Props = {
  chosen: ChosenFile | null
  maxMb: number
  isDisabled: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

/** A drop area with a file dialog; once a file is selected, the file with a button to remove it. */
export function FileChoice({ chosen, maxMb, isDisabled, onChoose, onRemove }: Props) {
  if (chosen) return <Chosen chosen={chosen} isDisabled={isDisabled} onRemove={onRemove} />
  return (
    <Dropzone
      className={classes.drop}
      multiple={false}
      disabled={isDisabled}
      activateOnKeyboard={false}
      enablePointerEvents
      // The caller checks dropped files, to show the specified messages.
      inputProps={{ accept: `${recordingChoice},${transcriptFileTypes}` }}
      onDrop={([file]) => {
        if (file) onChoose(file)
      }}
    >
      <IconUpload size={28} stroke={1.5} className={classes.dropIcon} aria-hidden />
      <Strong my="2xs">
        <span className={classes.drag}>Drag a recording or transcript here, or choose a file</span>
        <span className={classes.tap}>Choose a recording or transcript</span>
      </Strong>
      {/* The drop area around the button handles clicks and keys. */}
      <Button variant="default" disabled={isDisabled}>
        Choose a file
      </Button>
      <Hint mt="sm">Recording: MP3, MP4, M4A, WAV, MOV or WEBM, up to {maxMb} MB</Hint>
      <Hint>Or a transcript: VTT, SRT, TXT, DOCX or CSV, for instance an export of Zoom, Teams or Otter</Hint>
    </Dropzone>
  )
}

function Chosen({
  chosen: { file, kind },
  isDisabled,
  onRemove,
}: Pick<Props, 'isDisabled' | 'onRemove'> & { chosen: ChosenFile }) {
  const Icon = kind === 'recording' ? IconFileMusic : IconFileText
  return (
    <div className={classes.file}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={classes.fileText}>
        <Strong>{file.name}</Strong>
        <Hint className="num">
          {kind === 'recording' ? 'Recording' : 'Transcript file'}, {shownSize(file.size)}
        </Hint>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Remove file"
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function shownSize(bytes: number): string {
  const kb = bytes / 1024
  return kb < 1024 ? `${Math.max(1, Math.round(kb))} KB` : `${(kb / 1024).toFixed(1)} MB`
}
