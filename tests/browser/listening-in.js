// Runs in the page before anything of its own: what is played goes through a tap that keeps the samples.
{
  const connect = AudioNode.prototype.connect;
  const played = (globalThis.played = []);
  AudioNode.prototype.connect = function (target, ...more) {
    if (target instanceof AudioDestinationNode) {
      const tap = target.context.createScriptProcessor(1024, 1, 1);
      tap.addEventListener('audioprocess', ({ inputBuffer }) => played.push(...inputBuffer.getChannelData(0)));
      connect.call(this, tap);
      connect.call(tap, target);
    }
    return connect.call(this, target, ...more);
  };
}
