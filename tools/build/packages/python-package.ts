import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ClientContract } from './openapi.ts';
import { pythonMethods } from './python-operations.ts';
import { PythonTypes } from './python-types.ts';
import { readRootManifest } from './published-package.ts';

const SOURCE = 'clients/python';
const MODULE = 'voice_agent_platform';

/** Writes the Python client: a package that needs nothing but Python, with types for its users' checkers. */
export async function writePythonPackage(root: string, directory: string): Promise<void> {
  const module = join(directory, MODULE);
  await mkdir(module, { recursive: true });
  const contract = parse(await readFile(join(root, 'openapi.yaml'), 'utf8')) as ClientContract;
  const { version } = await readRootManifest(root);
  const { types, client } = pythonSources(contract);
  await writeFile(join(module, 'types.py'), types);
  await writeFile(join(module, '__init__.py'), client);
  await writeFile(join(module, 'py.typed'), '');
  await writeFile(join(directory, 'pyproject.toml'), projectFile(version));
  await copyFile(join(root, SOURCE, 'transport.py'), join(module, 'transport.py'));
  await copyFile(join(root, SOURCE, 'README.md'), join(directory, 'README.md'));
}

const TYPING = ['Any', 'Dict', 'List', 'Literal', 'Optional', 'TypedDict', 'Union'];

/** What a source needs of Python's `typing`. */
const typingOf = (source: string): string =>
  `from typing import ${TYPING.filter((name) => new RegExp(`\\b${name}\\b`).test(source)).join(', ')}`;

/** The modules that are made of openapi.yaml. Throws for what Python types of it cannot say. */
function pythonSources(contract: ClientContract): { readonly types: string; readonly client: string } {
  const types = new PythonTypes(contract.components.schemas);
  const methods = pythonMethods(contract, types).join('\n');
  const { source } = types;
  return {
    types: `"""Bodies and answers of the API. Made of openapi.yaml."""

from __future__ import annotations

${typingOf(source)}


${source}`,
    client: `"""Client of a voice agent platform. Made of openapi.yaml."""

from __future__ import annotations

${typingOf(methods)}

from .transport import ApiError, ApiProblem, Transport, path_part
from .types import *

__all__ = ["ApiError", "ApiProblem", "Client"]


class Client(Transport):
    """A method for each operation of the API. Raises ApiError."""

${methods}`,
  };
}

const projectFile = (version: string): string => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "voice-agent-platform"
version = "${version}"
description = "Client of the API of the voice agent platform, with the standard library only."
readme = "README.md"
requires-python = ">=3.9"

[tool.setuptools]
packages = ["${MODULE}"]

[tool.setuptools.package-data]
${MODULE} = ["py.typed"]
`;
