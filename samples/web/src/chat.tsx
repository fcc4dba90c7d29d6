/** A chat whose model knows the user. Everything that the user says is kept, online or not. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText, wrapLanguageModel, type ModelMessage } from 'ai';
import { useRef, useState, type FormEvent } from 'react';
import { remembering } from 'rekindle-client/ai';
import { useQueue, useRecord, useRekindle } from 'rekindle-client/react';

/** A server on this machine that speaks OpenAI's API, such as Ollama. A page must hold no key. */
const MODEL_URL: string = import.meta.env.VITE_MODEL_URL ?? 'http://127.0.0.1:11434/v1';
const MODEL: string = import.meta.env.VITE_MODEL ?? 'llama3.2';
const provider = createOpenAICompatible({ name: 'local', baseURL: MODEL_URL });

export function Chat() {
  const rekindle = useRekindle();
  const record = useRecord();
  const { waiting } = useQueue();
  const [messages, setMessages] = useState<ModelMessage[]>([]);
  const [problem, setProblem] = useState('');
  const sessionId = useRef(crypto.randomUUID()).current;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const content = String(new FormData(form).get('said')).trim();
    if (!content) return;
    form.reset();
    const asked: ModelMessage[] = [...messages, { role: 'user', content }];
    setMessages(asked);
    setProblem('');
    const model = wrapLanguageModel({
      model: provider(MODEL),
      middleware: remembering({ rekindle, sessionId, record }),
    });
    let failure: unknown;
    const { textStream } = streamText({
      model,
      messages: asked,
      maxRetries: 0,
      onError: ({ error }) => {
        failure = error;
      },
    });
    let answer = '';
    for await (const part of textStream) {
      answer += part;
      setMessages([...asked, { role: 'assistant', content: answer }]);
    }
    if (failure) setProblem('The model does not answer. What you said is kept.');
  }

  return (
    <section>
      <h2>Chat</h2>
      {messages.map(({ role, content }, place) => (
        <p key={place} data-from={role}>
          {String(content)}
        </p>
      ))}
      {problem && <p role="alert">{problem}</p>}
      <form onSubmit={(event) => void send(event)}>
        <input name="said" aria-label="Message" autoComplete="off" />
        <button>Send</button>
      </form>
      <p role="status">{waiting ? `${waiting} waiting for a connection` : 'All sent'}</p>
    </section>
  );
}
