// The main module of the executable: runs the program inside it, without compiling again what is compiled already.
import { getRawAsset } from 'node:sea';
import { COMPILED, PROGRAM, programScript, runProgram } from './program-script.ts';

runProgram(programScript(Buffer.from(getRawAsset(PROGRAM)), Buffer.from(getRawAsset(COMPILED))));
