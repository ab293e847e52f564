/** A microphone or a loudspeaker. */
export interface AudioDevice {
  readonly id: string;
  /** Empty until the user has allowed the microphone once. */
  readonly label: string;
}

/** Lists the audio devices. Browsers name them only after the user has allowed the microphone. */
export async function audioDevices(): Promise<{
  readonly microphones: readonly AudioDevice[];
  readonly speakers: readonly AudioDevice[];
}> {
  // Absent on pages that are not secure, whatever the compiler's library says.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const all = (await media?.enumerateDevices()) ?? [];
  const ofKind = (kind: MediaDeviceKind): readonly AudioDevice[] =>
    all.filter((each) => each.kind === kind).map(({ deviceId: id, label }) => ({ id, label }));
  return { microphones: ofKind('audioinput'), speakers: ofKind('audiooutput') };
}
